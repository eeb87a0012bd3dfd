import { useMemo, useRef, useState } from 'react';
import { beginAttestation } from '#calls/attestation.ts';
import type { InputOf } from '#calls/call.ts';
import { date } from '#kernel/fields/date.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { grouped } from '#kernel/written.ts';
import { attestedModels } from '#resources/attestation.ts';
import { change, previewOf } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { leftOutInWords, readDays, type BeginPreview } from './attestations.ts';
import classes from './attestations.module.css';

/** A campaign as it is begun. */
type Wanted = Pick<InputOf<typeof beginAttestation>, 'models' | 'last_day' | 'remind_days'> & {
  name: string;
};

const DAYS = 'Remind so many days before';
const fields = {
  name: text('Name', { max: 80, hint: 'Owners read it in the mail.' }),
  models: textList('Scope', { of: attestedModels.map(({ label }) => label[1]) }),
  last_day: date('Last Day'),
  remind_days: text(DAYS, { optional: true, max: 60, hint: 'Such as 7, 1. Empty: nobody is reminded.' }),
};
const DAYS_WANTED = `${DAYS} must be numbers of days such as 7, 1.`;

/** Asks for what a campaign is, shows whom it would ask, and begins it. */
export default function BeginDialogs({ onClose }: { onClose: () => void }) {
  // The first dialog closes once it is done, for the one with its preview.
  const hasPreview = useRef(false);
  const [seen, setSeen] = useState<{ wanted: Wanted; preview: BeginPreview } | null>(null);
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: 'New Campaign',
      text: () =>
        'Each owner gets one mail with a link, and says of each thing of theirs whether it is still theirs.',
      fields,
      start: () => ({ models: attestedModels.map(({ label }) => label[1]), remind_days: '7, 1' }),
      problems: (found, values) =>
        readDays(String(values['remind_days'] ?? '')) === null
          ? { ...found, remind_days: DAYS_WANTED }
          : found,
      submit: 'Preview',
      failed: 'It could not be looked whom it would ask.',
      run: async ({ values }) => {
        const chosen = values['models'] as string[];
        const wanted: Wanted = {
          name: String(values['name'] ?? ''),
          models: attestedModels.filter(({ label }) => chosen.includes(label[1])).map(({ name }) => name),
          last_day: String(values['last_day'] ?? ''),
          remind_days: readDays(String(values['remind_days'] ?? '')) ?? [],
        };
        const { data: preview } = await previewOf(beginAttestation, wanted);
        hasPreview.current = true;
        setSeen({ wanted, preview });
        return { notice: null };
      },
    }),
    [],
  );
  if (!seen)
    return <ActionDialogView dialog={dialog} about={{}} onClose={() => !hasPreview.current && onClose()} />;
  return <Confirmation {...seen} onClose={onClose} />;
}

interface ConfirmationProps {
  wanted: Wanted;
  preview: BeginPreview;
  onClose: () => void;
}

const ownersInWords = (owners: number) => `${grouped(owners)} ${owners === 1 ? 'Owner' : 'Owners'}`;

function Confirmation({ wanted, preview, onClose }: ConfirmationProps) {
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: `Begin ${wanted.name}`,
      text: () => <Preview {...preview} />,
      submit: `Ask ${ownersInWords(preview.owners)}`,
      failed: 'Nobody was notified.',
      run: async (_, { once }) => {
        await once([wanted], (intent) => change(beginAttestation, wanted, intent));
        return { notice: `${wanted.name} begins: the owners are being written to!` };
      },
    }),
    [wanted, preview],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}

function Preview({ owners, things, left_out: left, mail, mail_leaves: leaves }: BeginPreview) {
  return (
    <div className={classes.preview}>
      <p>
        <strong>{ownersInWords(owners).toLowerCase()}</strong> would be asked about{' '}
        <strong>
          {grouped(things)} {things === 1 ? 'thing' : 'things'}
        </strong>
        .
      </p>
      {!leaves && <p>No mail server is set up: the mails stay in the Outbox until SMTP_URL is set.</p>}
      {left.length > 0 && (
        <>
          <h3>Left out</h3>
          <ul className={classes.left} aria-label="Left out">
            {left.map((one) => (
              <li key={`${one.owner} ${one.why}`}>{leftOutInWords(one)}</li>
            ))}
          </ul>
        </>
      )}
      {mail && (
        <>
          <h3>The mail to {mail.to}</h3>
          <pre className={classes.mail}>{`${mail.subject}\n\n${mail.text}`}</pre>
        </>
      )}
    </div>
  );
}
