import { useEffect, useRef } from 'react';
import { queryClient } from '#web/data/query-client.ts';
import { usePerson } from '#web/data/use-session.ts';
import { showNotice } from '#web/ui/notices/notices.tsx';

/**
 * Shows that somebody else has signed in in another tab: this one stays as it is, and what is done in it from then
 * on is done as that person.
 */
export function usePersonNotice(): void {
  const person = usePerson();
  const email = person?.email ?? null;
  const name = person?.name ?? email;
  const before = useRef(email);
  useEffect(() => {
    const former = before.current;
    before.current = email;
    if (former === null || email === null || former === email) return;
    showNotice({
      color: 'yellow',
      title: `${name} is signed in now`,
      message: 'Somebody signed in in another tab. What is done here from now on is done by that person.',
      autoClose: false,
    });
    void queryClient.invalidateQueries();
  }, [email, name]);
}
