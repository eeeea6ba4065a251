import type { Company } from '@nimule/core/company/schema';
import { useEffect, useState } from 'react';
import { useConnected } from './connection.ts';
import { request } from './request.ts';

/** Same as in the contract (tested), which public pages do not load because of its size. */
export const COMPANY_PATH = '/api/company';
const STORED = 'nimule.company';

let loaded: Company | undefined;
let loading: Promise<Company> | undefined;

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
  loaded = company;
  localStorage.setItem(STORED, JSON.stringify(company));
  return company;
}

/** Company details (decision 29): from localStorage first, then from the server. */
export function useCompany(): Company | undefined {
  const [company, setCompany] = useState(() => loaded ?? fromLastVisit());
  const connected = useConnected();
  // biome-ignore lint/correctness/useExhaustiveDependencies: retried when the connection returns
  useEffect(() => {
    let active = true;
    loading ??= readCompany();
    loading.then(
      (value) => active && setCompany(value),
      () => {
        loading = undefined;
      },
    );
    return () => {
      active = false;
    };
  }, [connected]);
  return company;
}
