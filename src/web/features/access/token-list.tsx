import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import type { InputOf } from '#calls/call.ts';
import { listTokens, revokeToken, type ApiToken } from '#calls/tokens.ts';
import { change, wholeQueryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { useConfirmFirst, type Ending } from './confirm-first.tsx';
import { Part } from './part.tsx';

const NewToken = lateDialog(
  async () => ({ default: (await import('./new-token.tsx')).NewToken }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(NewToken.fetch);

/** A token that runs out within this time is marked. */
const SOON_MS = 14 * 86_400_000;

function stateOf({ state, expires_at: end }: ApiToken) {
  if (state === 'revoked') return { word: 'Revoked', color: 'gray' };
  if (state === 'expired') return { word: 'Ran out', color: 'gray' };
  const soon = end !== null && Date.parse(end) - Date.now() < SOON_MS;
  return soon ? { word: 'Runs out soon', color: 'yellow' } : { word: 'Valid', color: 'teal' };
}

function endOf({ state, expires_at: end, revoked_at: revoked }: ApiToken): string {
  if (revoked !== null) return `revoked ${formatMoment(revoked)}`;
  if (end === null) return 'does not run out';
  return `${state === 'expired' ? 'ran' : 'runs'} out ${formatMoment(end)}`;
}

function detailsOf(token: ApiToken, mine: boolean): string[] {
  const { email, hint, role, address, created_at: made, last_used_at: used } = token;
  const from = address ? ` from ${address}` : '';
  const goes = role ? `Role ${role}` : 'Role of its owner';
  return [
    [mine ? null : `Acts as ${email}`, goes, hint && `begins with ${hint}`].filter(Boolean).join(' · '),
    used ? `Last used ${formatMoment(used)}${from}` : 'Never used',
    `Made ${formatMoment(made)}, ${endOf(token)}`,
  ];
}

const revoking = ({ id, name }: ApiToken): Ending => ({
  question: 'Revoke this token?',
  about: `${name}. What uses it stops working at once.`,
  run: async () => {
    await change(revokeToken, { id });
    return 'The token has been revoked.';
  },
  failed: 'The token could not be revoked.',
});

/** The API tokens that act as somebody, and the ways to make and revoke them. */
export function TokenList({ whose, mine }: { whose: InputOf<typeof listTokens>; mine: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const load = useLoad(wholeQueryOf(listTokens, whose, { keeps: true }));
  const { confirm, busy, shown } = useConfirmFirst(heading);
  const [isMaking, setMaking] = useState(false);
  return (
    <Part
      title="API Tokens"
      heading={heading}
      action={
        mine && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onPointerEnter={() => void NewToken.fetch().catch(() => undefined)}
            onClick={() => setMaking(true)}
          >
            New API Token
          </Button>
        )
      }
    >
      <Loaded load={load} failed="The API tokens could not be loaded" height={120}>
        {({ data, meta: { total } }) =>
          data.length === 0 ? (
            <EmptyState title={mine ? 'No API tokens yet' : 'No API token matches'}>
              {mine
                ? 'With a token a script or another program calls the API as you, within the role that you give it.'
                : 'Nobody has one of that name.'}
            </EmptyState>
          ) : (
            <Entries
              label="API tokens"
              page={1}
              pages={1}
              onPage={() => undefined}
              left={total - data.length}
            >
              {data.map((token) => (
                <Entry
                  key={token.id}
                  level={3}
                  title={token.name}
                  details={detailsOf(token, mine)}
                  state={stateOf(token)}
                  action={
                    token.state === 'valid' && (
                      <Button
                        size="xs"
                        variant="default"
                        disabled={busy}
                        aria-label={`Revoke ${token.name}${mine ? '' : ` of ${token.email}`}`}
                        onClick={({ currentTarget }) => confirm(currentTarget, revoking(token))}
                      >
                        Revoke
                      </Button>
                    )
                  }
                />
              ))}
            </Entries>
          )
        }
      </Loaded>
      {shown}
      <Suspense>{isMaking && <NewToken onClose={() => setMaking(false)} />}</Suspense>
    </Part>
  );
}
