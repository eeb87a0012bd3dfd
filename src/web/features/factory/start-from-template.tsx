import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { listQuery, type ListAnswer } from '#web/data/queries.ts';

const MODEL = 'request_templates';
/** So many templates are offered beside the form; the list has all of them. */
const OFFERED = 6;

/** The first templates of a request. */
export const templatesQuery = ({ name: kind }: CloudRequest) =>
  listQuery(MODEL, { by_kind: kind, page: 1, per_page: OFFERED, sort: 'name' });

interface StartFromTemplateProps {
  request: CloudRequest;
  /** Undefined where they could not be read. */
  offered: ListAnswer | undefined;
}

/** The ways into a form that is filled in already. Without a template, or where they cannot be read, the form is as it is. */
export function StartFromTemplate({ request: { name: kind, page }, offered }: StartFromTemplateProps) {
  const templates = offered?.data ?? [];
  if (templates.length === 0) return null;
  const isMore = Number(offered?.meta.total) > templates.length;
  return (
    <section aria-label="Start from a template">
      <Text size="sm" c="dimmed" mb={6}>
        Start from a template:
      </Text>
      <Group gap="xs">
        {templates.map((template) => (
          <Button
            key={template.id}
            component={Link}
            to={page}
            search={{ template: String(template.id) } as never}
            variant="default"
            size="compact-sm"
            title={typeof template['description'] === 'string' ? template['description'] : undefined}
          >
            {String(template['name'])}
          </Button>
        ))}
        {isMore && (
          <Anchor
            component={Link}
            to={`/auth/view/${MODEL}`}
            search={{ by_kind: kind } as never}
            size="sm"
            underline="always"
          >
            All templates
          </Anchor>
        )}
      </Group>
    </section>
  );
}
