import { listRefusedSignIns, type RefusedSignIn } from '#calls/refused-sign-ins.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { Part } from './part.tsx';

const STATES: Readonly<Record<RefusedSignIn['kind'], { word: string; color: string }>> = {
  refused: { word: 'Refused', color: 'red' },
  not_admitted: { word: 'Not let in', color: 'red' },
  unavailable: { word: 'Unavailable', color: 'yellow' },
  fewer_roles: { word: 'Fewer roles', color: 'yellow' },
};

const STRANGER = 'Somebody unknown';

function detailsOf({ name, email, at, address, request_id: number, detail }: RefusedSignIn): string[] {
  return [name && email, `${formatMoment(at)} from ${address}, number ${number}`, detail].flatMap(
    (line) => line || [],
  );
}

/** The sign-ins that were refused lately, and what to do about each. */
export function RefusedList({ q }: { q: string }) {
  const load = useLoad(wholeQueryOf(listRefusedSignIns, { q }, { keeps: true }));
  return (
    <Part title="Refused Sign-ins">
      <Loaded load={load} failed="The refused sign-ins could not be loaded" height={120}>
        {({ data, meta: { total } }) =>
          data.length === 0 ? (
            <EmptyState title="No refused sign-in">
              {q ? 'None of this person, address or number is kept.' : 'Everybody who tried could sign in.'}
            </EmptyState>
          ) : (
            <Entries
              label="Refused sign-ins"
              page={1}
              pages={1}
              onPage={() => undefined}
              left={total - data.length}
            >
              {data.map((refused) => (
                <Entry
                  key={refused.id}
                  level={3}
                  title={refused.name ?? refused.email ?? STRANGER}
                  details={detailsOf(refused)}
                  trouble={{ text: refused.reason, next: refused.advice, isFinal: true }}
                  state={STATES[refused.kind]}
                />
              ))}
            </Entries>
          )
        }
      </Loaded>
    </Part>
  );
}
