import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { money } from '#kernel/fields/money.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';

/** What is measured by the thousand: a list without pages, with sums below it. It exists in journeys alone. */
export const meters = defineResource('meters', {
  label: ['Meter', 'Meters'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'There is such a meter.' }),
    currency: choice('Currency', ['EUR', 'USD'], { default: 'EUR' }),
    cost: money('Cost', { currency: 'currency', total: true }),
    hours: number('Hours', { total: true }),
    read_at: date('Read At'),
  },
  columns: ['name', 'cost', 'currency', 'hours', 'read_at'],
  filters: { read_at: 'day', hours: 'equals' },
  sort: 'name',
  paging: 'scroll',
  messages: messagesFor('meter'),
});

/** So many of them: names Meter 00001 and on, each second one in dollars. */
export const METERS = 3000;
export const metersSql = `INSERT INTO meters (name, currency, cost, hours, read_at)
  SELECT 'Meter ' || lpad(n::text, 5, '0'), CASE WHEN n % 2 = 0 THEN 'USD' ELSE 'EUR' END, 0.10, 2,
    date '2026-01-01' + n % 365 FROM generate_series(1, ${METERS}) n`;
