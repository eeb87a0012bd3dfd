/** A pattern as LIKE reads it: its stars stand for any text, and nothing else for anything but itself. */
const likeOf = (pattern: string) =>
  `replace(replace(replace(replace(lower(btrim(${pattern})), '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '*', '%')`;

/** Whether a mute that has not ended is for the anomaly `row`: its account by id or by the name that the inventory has, and its service. */
export const isMuted = (row: string): string => `EXISTS (SELECT FROM anomaly_mutes m WHERE m.until >= today()
  AND lower(${row}.service) LIKE ${likeOf('m.service')}
  AND (lower(${row}.account) LIKE ${likeOf('m.account')} OR EXISTS (SELECT FROM cloud_parents n
    WHERE lower(btrim(n.identifier)) = lower(${row}.account) AND lower(n.name) LIKE ${likeOf('m.account')})))`;
