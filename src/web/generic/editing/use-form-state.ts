import { useSyncExternalStore } from 'react';
import type { Values } from '#kernel/input.ts';
import type { FormState, FormStatus } from './form-state-types.ts';

type AnyFormState = Pick<FormState<unknown>, 'subscribe' | 'get' | 'error' | 'status' | 'values'>;

/** The value and the error of one field. */
export function useFormField(
  formState: AnyFormState,
  name: string,
): { value: unknown; error: string | null } {
  const value = useSyncExternalStore(formState.subscribe, () => formState.get(name));
  const error = useSyncExternalStore(formState.subscribe, () => formState.error(name));
  return { value, error };
}

/** Every value, for what depends on several; it renders with every key press. */
export function useFormValues(formState: AnyFormState): Values {
  return useSyncExternalStore(formState.subscribe, formState.values);
}

/** The status of a form; null where there is none. */
export function useFormStatus(formState: AnyFormState): FormStatus;
export function useFormStatus(formState: AnyFormState | null): FormStatus | null;
export function useFormStatus(formState: AnyFormState | null): FormStatus | null {
  return useSyncExternalStore(formState?.subscribe ?? noChanges, () => formState?.status() ?? null);
}

const noChanges = () => () => undefined;
