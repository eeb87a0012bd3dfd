import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Differing } from '../model-screens.ts';
import type { ScreenProps } from '../screen.ts';
import { CreateFormScreen } from './form-screens.tsx';

/** /auth/create/{model} */
export default function CreateScreen({ resource, registry, forms }: ScreenProps & Differing) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const create = forms?.create;
  const custom = useMemo(() => (typeof create === 'function' ? create(search) : create), [create, search]);
  return <CreateFormScreen resource={resource} registry={registry} custom={custom} />;
}
