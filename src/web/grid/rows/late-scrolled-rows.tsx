import { fetchWhenQuiet, lateBy } from '#web/ui/pages/late.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';

/** Rows of which those in sight are mounted. Few tables have so many, so their code comes with the first that has. */
export const ScrolledRows = lateBy(
  () => import('./scrolled-rows.tsx'),
  ({ width }, { again }) => (
    <tbody>
      <tr>
        <td colSpan={width}>
          <ErrorState
            title="The rows could not be shown"
            error={{
              message: 'The connection may have broken, or a newer version of the portal may be there.',
            }}
            onRetry={again}
          />
        </td>
      </tr>
    </tbody>
  ),
);
fetchWhenQuiet(ScrolledRows.fetch);
