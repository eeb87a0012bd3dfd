import { Anchor } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChoiceSource } from '#kernel/cloud/cloud-request.ts';
import { listQuery } from '#web/data/queries.ts';
import { textOf } from '#web/generic/inputs/input-props.ts';

/** So many whose name holds the name are looked at; the one that is meant comes first among them. */
const LOOKED_AT = 20;

interface NamedRecordProps {
  name: string;
  /** The models that the name may be of. */
  source: ChoiceSource | undefined;
}

/** A name that a request gave, as the way to the record that is called so where there is one. */
export function NamedRecord({ name, source }: NamedRecordProps) {
  const models = source && 'models' in source ? source.models : [];
  const answers = useQueries({
    queries: models.map(({ model, by }) =>
      listQuery(model, { [`by_${by}`]: name, page: 1, per_page: LOOKED_AT, sort: by }),
    ),
  });
  const [found] = models.flatMap(({ model, by }, at) => {
    const isMeant = (text: string) => text.trim().toLowerCase() === name.trim().toLowerCase();
    const record = answers[at]?.data?.data.find((one) => isMeant(textOf(one[by])));
    return record ? [{ model, id: record.id }] : [];
  });
  if (!found) return name;
  return (
    <Anchor component={Link} to={`/auth/view/${found.model}/${found.id}`} fz="inherit">
      {name}
    </Anchor>
  );
}
