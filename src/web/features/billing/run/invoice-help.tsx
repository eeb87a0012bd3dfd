import { Button, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Invoice } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import type { AccountProblem } from '../details.ts';
import { TypeIn } from './type-in-late.ts';

interface InvoiceHelpProps {
  run: Run;
  problem: AccountProblem;
}

/** The fixes of an exception that no cost center settles: lines that the file lacks, or the right total. */
export function InvoiceHelp({ run, problem }: InvoiceHelpProps) {
  const [typing, setTyping] = useState<{ invoice: Invoice; what: 'line' | 'total'; amount: string } | null>(
    null,
  );
  const invoices = problem.amounts.flatMap(({ reference, currency, amount }) => {
    const invoice = run.invoices.find((one) => one.reference === reference && one.currency === currency);
    return invoice ? [{ invoice, amount }] : [];
  });
  return (
    <Stack gap={6} align="flex-end">
      {invoices.map(({ invoice, amount }) => (
        <Button.Group orientation="vertical" key={`${invoice.reference} ${invoice.currency}`}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Add a Line that ${invoice.reference} lacks`}
            onClick={() => setTyping({ invoice, amount, what: 'line' })}
          >
            Add a Line
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Correct Total of ${invoice.reference}`}
            onClick={() => setTyping({ invoice, amount, what: 'total' })}
          >
            Correct Total
          </Button>
        </Button.Group>
      ))}
      <Suspense>{typing && <TypeIn run={run} {...typing} onClose={() => setTyping(null)} />}</Suspense>
    </Stack>
  );
}
