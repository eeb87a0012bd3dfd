import { useMemo } from 'react';
import type { RulesVersion } from '#calls/rules.ts';
import type { Run } from '#calls/runs.ts';
import { choice } from '#kernel/fields/choice.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { PROVIDERS } from '../billing.ts';
import { allocateRun } from './rules.ts';

const VERSION = 'version';

interface TakeRulesProps {
  run: Run;
  /** The newest first; more than one. */
  versions: readonly RulesVersion[];
  onClose: () => void;
}

/** Has an open run take another version of the rules, and says how it gets its own back. */
export default function TakeRules({ run, versions, onClose }: TakeRulesProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const { id, rules_version: own } = run;
    const others = versions.map(({ version }) => version).filter((version) => version !== own);
    const names = Object.fromEntries(
      versions.map(({ version, current }) => [
        String(version),
        `Version ${version}${current ? ', the newest' : ''}`,
      ]),
    );
    return {
      title: `Allocate Run ${id} Anew`,
      text: () => (
        <>
          {PROVIDERS[run.provider]}, {formatMonth(run.month)}, was allocated by version {own}. What was
          assigned to an account or typed in stays as it is. The way back is to allocate the run by version{' '}
          {own} again, here, as long as it is not finalized.
        </>
      ),
      fields: { [VERSION]: choice('Version', others.map(String), { names, default: String(others[0]) }) },
      submit: 'Allocate',
      failed: `Run ${id} could not be allocated anew.`,
      run: async ({ values }, { once }) => {
        const version = Number(values[VERSION]);
        await allocateRun(id, version, once);
        return {
          notice: {
            title: `Run ${id} is allocated by version ${version}.`,
            reason: `The way back is to allocate it by version ${own} again.`,
          },
        };
      },
    };
  }, [run, versions]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
