import type { Company } from '@nimule/core/company/schema';
import { useEffect, useState } from 'react';
import { useConnected } from './connection.ts';
import { request } from './request.ts';

/** As in the contract (tested); public pages do without it to stay light. */
export const COMPANY_PATH = '/api/company';
const STORED = 'nimule.company';

let known: Company | undefined;
let reading: Promise<Company> | undefined;

function isCompany(value: unknown): value is Company {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'emails' in value &&
    Array.isArray(value.emails)
  );
}

function fromLastVisit(): Company | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return isCompany(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function readCompany(): Promise<Company> {
  const response = await request(COMPANY_PATH, { timeoutMs: 30_000 });
  const company: unknown = await response.json();
  if (!isCompany(company)) throw new TypeError('not a company');
  known = company;
  localStorage.setItem(STORED, JSON.stringify(company));
  return company;
}

/** Who the company is (decision 29): at once from the last visit, then from the server. */
export function useCompany(): Company | undefined {
  const [company, setCompany] = useState(() => known ?? fromLastVisit());
  const connected = useConnected();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is read once more with the connection
  useEffect(() => {
    let wanted = true;
    reading ??= readCompany();
    reading.then(
      (value) => wanted && setCompany(value),
      () => {
        reading = undefined;
      },
    );
    return () => {
      wanted = false;
    };
  }, [connected]);
  return company;
}
