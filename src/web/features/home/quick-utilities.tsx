import { Text } from '@mantine/core';
import { messages } from '#resources/messages.ts';
import { emailedReports } from '#resources/reports.ts';
import { ReportButton } from '#web/generic/report/report-button.tsx';
import classes from './home-page.module.css';

/** The reports, one card each, with the dialog that asks whom to mail them to. */
export function QuickUtilities() {
  return (
    <section aria-labelledby="quick-utilities">
      <h2 id="quick-utilities" className={classes.heading}>
        Quick Utilities
      </h2>
      <div className={classes.utilities}>
        {emailedReports.map((report) => (
          <section key={report.label} className={classes.utility}>
            <div className={classes.utilityText}>
              <h3 className={classes.name}>{report.label}</h3>
              <Text size="sm" c="dimmed">
                {report.description}
              </Text>
            </div>
            <ReportButton
              report={report}
              done={messages.reportEmailed}
              failed={messages.reportFailed}
              variant="light"
            />
          </section>
        ))}
      </div>
    </section>
  );
}
