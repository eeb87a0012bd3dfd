/** Costs beyond what is usual, or of a service that the account did not have. */
export const ANOMALY_KINDS = ['spike', 'new_service'] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

/** One goes on and nobody has looked at it, somebody has, it is muted, or its days are usual again. */
export const ANOMALY_STATES = ['open', 'acknowledged', 'muted', 'ended'] as const;
export type AnomalyState = (typeof ANOMALY_STATES)[number];
