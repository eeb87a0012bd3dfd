import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/** The query of a list that is a part of a page. */
export interface PartQuery {
  q: string;
  /** From 1. */
  page: number;
  [filter: string]: string | number;
}

/** How a part of a record is narrowed and paged. */
export interface PartChange {
  setQ: (q: string) => void;
  setPage: (page: number) => void;
  setFilter: (name: string, value: string) => void;
}

/**
 * The shown state of a part of a record, kept in the address, so that Back from a name leads to it. What is looked at
 * is no step of its own: Back leads away from the record.
 * @param part begins the names of its parameters there
 * @param filters names of filters beside the search; keep the array the same
 */
export function usePart(part: string, filters: readonly string[] = NONE): [PartQuery, PartChange] {
  const navigate = useNavigate();
  const router = useRouter();
  const raw = useLocation({ select: (location) => location.searchStr });
  const query = useMemo(() => {
    const search = new URLSearchParams(raw);
    const page = Number(search.get(`${part}_page`) ?? 1);
    const others = filters.map((name) => [name, search.get(`${part}_${name}`) ?? '']);
    return {
      q: search.get(`${part}_q`) ?? '',
      page: Number.isInteger(page) && page > 0 ? page : 1,
      ...Object.fromEntries(others),
    } as PartQuery;
  }, [raw, part, filters]);
  const change = useMemo<PartChange>(() => {
    const set = (values: Record<string, string>) => {
      const search = new URLSearchParams(router.latestLocation.searchStr);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') search.delete(`${part}_${name}`);
        else search.set(`${part}_${name}`, value);
      }
      void navigate({
        to: '.',
        search: Object.fromEntries(search) as never,
        replace: true,
        resetScroll: false,
      });
    };
    return {
      setQ: (q) => set({ q, page: '' }),
      setPage: (page) => set({ page: page > 1 ? String(page) : '' }),
      setFilter: (name, value) => set({ [name]: value, page: '' }),
    };
  }, [navigate, router, part]);
  return [query, change];
}

const NONE: readonly string[] = [];
