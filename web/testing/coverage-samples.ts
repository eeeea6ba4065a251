/** A town with one node, in wire form. */
export function aTown(changes: Record<string, unknown> = {}) {
  return {
    town: 'Wau',
    locations: [{ location: 'Wau', customers: 2, activeCustomers: 1 }],
    status: 'full_coverage',
    coverage: 100,
    technologies: ['fiber'],
    nodes: 1,
    operational: 1,
    towers: 1,
    customers: 2,
    activeCustomers: 1,
    soldMbps: 10,
    capacity: 1,
    currentUsage: 0.5,
    uptime: 99.5,
    feesUsd: 125,
    feesSsp: 50_000,
    ...changes,
  };
}

/** A town without nodes and customers, in wire form. */
function aPlannedTown(town: string, location = town) {
  return aTown({
    town,
    locations: [{ location, customers: 0, activeCustomers: 0 }],
    status: 'planned',
    coverage: null,
    technologies: [],
    ...{ nodes: 0, operational: 0, towers: 0, customers: 0, activeCustomers: 0, soldMbps: 0 },
    ...{ capacity: 0, currentUsage: 0, uptime: null, feesUsd: 0, feesSsp: 0 },
  });
}

const juba = aTown({
  town: 'Juba',
  locations: [
    { location: 'Juba Central', customers: 19, activeCustomers: 16 },
    { location: 'Juba Commercial', customers: 12, activeCustomers: 10 },
  ],
  status: 'expanding',
  coverage: 50,
  technologies: ['4G', 'fiber'],
  ...{ nodes: 2, operational: 1, towers: 1, customers: 31, activeCustomers: 26, soldMbps: 640 },
  ...{ capacity: 5, currentUsage: 2, uptime: 99.8, feesUsd: 450, feesSsp: 180_000 },
});
const node = { location: 'Juba Central', town: 'Juba', type: 'tower', status: 'operational' };
const later = ['Malakal', 'Bentiu', 'Bor', 'Yei'];

/** Juba with two nodes, Wau and Torit with one each; or nothing anywhere. */
export function aCoverageReport({ isEmpty = false } = {}) {
  const towns = isEmpty
    ? [aPlannedTown('Juba', 'Juba Central'), ...['Wau', ...later].map((town) => aPlannedTown(town))]
    : [juba, aTown(), ...later.map((town) => aPlannedTown(town))];
  const torit = aTown({
    town: 'Torit',
    locations: [{ location: 'Torit', customers: 2, activeCustomers: 1 }],
  });
  const share = (technology: string, count: number, percent: number) => ({
    technology,
    towns: isEmpty ? 0 : count,
    percent,
    isSample: isEmpty,
  });
  return {
    summary: {
      towns: 6,
      ...(isEmpty
        ? { fullCoverage: 0, expanding: 0, planned: 6, coverage: null }
        : { fullCoverage: 1, expanding: 1, planned: 4, coverage: 66.6 }),
      ...(isEmpty
        ? { nodes: 0, operational: 0, towers: 0, customers: 0, activeCustomers: 0 }
        : { nodes: 3, operational: 2, towers: 2, customers: 33, activeCustomers: 27 }),
      ...(isEmpty ? { feesUsd: 0, feesSsp: 0 } : { feesUsd: 575, feesSsp: 230_000 }),
    },
    towns,
    outside: [
      aPlannedTown('Aweil'),
      aPlannedTown('Kuacjok'),
      isEmpty ? aPlannedTown('Torit') : torit,
    ],
    technologies: [share('4G', 6, 100), share('fiber', 2, 33), share('microwave', 4, 67)],
    plans: ['Juba', 'Wau', 'Bor and Yei', 'Malakal and Bentiu'].map((title, index) => ({
      quarter: `Q${index + 1} 2025`,
      title,
      text: 'A link and a mast.',
    })),
    nodes: isEmpty
      ? []
      : [
          { ...node, id: 4, name: 'Juba Tower 1', status: 'offline' },
          { ...node, id: 1, name: 'Juba Core', type: 'core' },
          { ...node, id: 5, name: 'Wau POP', location: 'Wau', town: 'Wau', type: 'pop' },
          { ...node, id: 9, name: 'Torit Tower', location: 'Torit', town: 'Torit' },
        ],
  };
}
