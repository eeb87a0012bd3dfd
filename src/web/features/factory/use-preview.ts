import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { requestAccountCall, type RequestPreview } from '#calls/factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { previewOf } from '#web/data/call.ts';
import { useFormValues } from '#web/generic/editing/use-form-state.ts';
import { payloadOf, startValues } from '#web/generic/editing/values.ts';
import { loadOf } from '#web/generic/use-load.ts';
import type { Load } from '#web/ui/pages/loaded.tsx';
import { fieldNames, byField, wrongValues, type RequestFormState } from './request-form-state.ts';

/** The portal is called once nobody typed for so long. */
const PAUSE_MS = 500;

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';

/**
 * Looks at a request while it is filled in: what the cloud would refuse of what was typed, by field, and what would be
 * made. What is still empty is nobody's mistake yet.
 */
export function usePreview(request: CloudRequest, formState: RequestFormState) {
  const values = useFormValues(formState);
  const [settled] = useDebouncedValue(values, PAUSE_MS);
  const payload = payloadOf(settled);
  const names = fieldNames(request);
  const preset = startValues(request, names, null);
  const isBegun = names.some((name) => isFilled(settled[name]) && settled[name] !== preset[name]);
  const call = useMemo(() => requestAccountCall(request), [request]);
  const answer = useQuery({
    queryKey: [call.topic, 'plan', request.name, payload],
    queryFn: ({ signal }) => previewOf(call, payload, { signal }),
    enabled: isBegun,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const preview: Load<RequestPreview> | null = isBegun ? loadOf(answer) : null;
  const known = answer.data && !answer.isPlaceholderData ? answer.data.data.errors : [];
  const wrong = { ...byField(known), ...byField(wrongValues(request, settled)) };
  const errorOf = (name: string): string | undefined =>
    isFilled(values[name]) && values[name] === settled[name] ? wrong[name] : undefined;
  return { preview, values: settled as Values, errorOf };
}
