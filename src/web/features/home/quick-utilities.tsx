import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#resources/messages.ts';
import { reports } from '#resources/reports.ts';
import { usePerson } from '#web/data/use-session.ts';
import { reportsQuery } from '#web/data/work.ts';
import { ReportButton } from '#web/generic/report/report-button.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import classes from './home-page.module.css';

/** The reports that the person may request, one card each, with their dialog and when each was last made. */
export function QuickUtilities() {
  const rights = usePerson()?.rights;
  const { data: served } = useQuery(reportsQuery());
  return (
    <section aria-labelledby="quick-utilities">
      <h2 id="quick-utilities" className={classes.heading}>
        Quick Utilities
      </h2>
      <div className={classes.utilities}>
        {reports
          .filter(({ right = 'read' }) => rights?.[right])
          .map((report) => {
            const last = served?.find(({ name }) => name === report.name)?.last;
            const sent = last ? `Last sent ${formatMoment(last.at)} by ${last.by}` : undefined;
            return (
              <section key={report.name} className={classes.utility}>
                <div className={classes.utilityText}>
                  <h3 className={classes.name}>{report.label}</h3>
                  <Text size="sm" c="dimmed">
                    {report.description}
                  </Text>
                </div>
                <p className={classes.last} title={sent}>
                  {sent}
                </p>
                <ReportButton
                  report={report}
                  done={messages.reportEmailed}
                  failed={messages.reportFailed}
                  variant="light"
                />
              </section>
            );
          })}
      </div>
    </section>
  );
}
