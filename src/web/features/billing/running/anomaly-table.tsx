import { Button, Group } from '@mantine/core';
import type { Anomaly } from '#calls/anomalies.ts';
import { cloudName } from '#kernel/clouds.ts';
import { formatDay } from '#kernel/dates.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { formatMoney } from '../amounts.ts';
import { Cell, Money } from '../cell.tsx';
import { RecordLink } from '../chain.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import tables from '../tables.module.css';
import { KINDS, STATES } from './running.ts';
import classes from './running.module.css';

const HEADS = ['Account', 'What', 'Since', numbers('Beyond the Usual'), 'Owner', 'State'];

interface AnomalyTableProps {
  anomalies: readonly Anomaly[];
  /** Absent where the person may not. */
  onAcknowledge?: (anomaly: Anomaly) => void;
  onMute?: (anomaly: Anomaly) => void;
}

/** The anomalies, the newest first. */
export function AnomalyTable({ anomalies, ...actions }: AnomalyTableProps) {
  return (
    <HeadedTable label="Anomalies" heads={HEADS}>
      {anomalies.map((anomaly) => (
        <AnomalyRow key={anomaly.id} anomaly={anomaly} {...actions} />
      ))}
    </HeadedTable>
  );
}

interface AnomalyRowProps extends Omit<AnomalyTableProps, 'anomalies'> {
  anomaly: Anomaly;
}

function AnomalyRow({ anomaly, onAcknowledge, onMute }: AnomalyRowProps) {
  const { identifier, name, provider, cloud_parent_id: id, service, kind, state, currency } = anomaly;
  const called = name ?? identifier;
  const goesOn = state === 'open';
  return (
    <tr>
      <th scope="row" className={classes.anomaly}>
        <RecordLink model="cloud_parents" id={id} text={called} />
        <span className={tables.soft}>
          {[cloudName(provider), name && identifier].filter(Boolean).join(' · ')}
        </span>
      </th>
      <Cell label="What">
        {service ?? 'No service'}
        <span className={tables.soft}>{KINDS[kind]}</span>
      </Cell>
      <Cell label="Since" whole>
        {formatDay(anomaly.first_day)}
        {anomaly.last_day !== anomaly.first_day && (
          <span className={tables.soft}>until {formatDay(anomaly.last_day)}</span>
        )}
      </Cell>
      <Cell label="Beyond the Usual" number>
        <Money amount={anomaly.beyond} currency={currency} />
        <span className={tables.soft}>
          {formatMoney(anomaly.cost, currency)}
          {kind === 'spike' && `, about ${formatMoney(anomaly.expected, currency)} usual`}
        </span>
      </Cell>
      <Cell label="Owner" address>
        {anomaly.owner_email !== null && (
          <RecordLink
            model="cloud_contacts"
            id={anomaly.cloud_contact_id}
            text={anomaly.owner_name ?? anomaly.owner_email}
          />
        )}
      </Cell>
      <Cell label="State">
        <StateBadge {...STATES[state]} />
        {anomaly.acknowledged && (
          <span className={tables.soft}>
            {anomaly.acknowledged.name ?? anomaly.acknowledged.by}: {anomaly.acknowledged.reason}
          </span>
        )}
        {goesOn && onAcknowledge && onMute && (
          <Group gap={6} mt={4} wrap="nowrap">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Acknowledge ${service ?? 'costs'} of ${called}`}
              onClick={() => onAcknowledge(anomaly)}
            >
              Acknowledge
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Mute ${service ?? 'costs'} of ${called}`}
              onClick={() => onMute(anomaly)}
            >
              Mute
            </Button>
          </Group>
        )}
      </Cell>
    </tr>
  );
}
