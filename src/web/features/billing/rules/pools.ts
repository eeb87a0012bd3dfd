import type { AnsweredPool, PoolSource, PoolSplit } from '#calls/pools.ts';
import { comeTo } from '#kernel/billing/split.ts';
import type { Cloud } from '#kernel/billing/runs.ts';
import { ref } from '#kernel/fields/ref.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { openValues } from '#web/generic/editing/values.ts';

/** A pool as the API takes it. */
export interface PoolInput {
  name: string;
  source: PoolSource;
  split: PoolSplit;
}

/** A cost center of a split, as it is typed: an id once it was chosen. */
export interface TypedTarget {
  key: number;
  center: number | string | null;
  percent: string;
}

/** A pool as it is typed: what another choice needs stays while one chooses. */
export interface TypedPool {
  key: number;
  name: string;
  source: PoolSource['by'];
  account: string;
  provider: Cloud;
  service: string;
  tagKey: string;
  tagValue: string;
  place: string;
  split: PoolSplit['by'];
  /** Whether spend is that of all cost centers. */
  all: boolean;
  targets: readonly TypedTarget[];
  metric: string;
}

export const TARGET = ref('Cost Center', costCenters.name, {
  show: 'identifier',
  as: 'cost_center_identifier',
  none: 'never',
  validOn: 'today',
});

export const nextKey = (all: readonly { key: number }[]): number =>
  1 + Math.max(0, ...all.map(({ key }) => key));

const EMPTY_TARGET = { key: 1, center: null, percent: '' };

export const emptyPool = (key: number): TypedPool => ({
  key,
  name: '',
  source: 'account',
  account: '',
  provider: 'aws',
  service: '',
  tagKey: '',
  tagValue: '',
  place: '',
  split: 'even',
  all: true,
  targets: [EMPTY_TARGET],
  metric: '',
});

const keyed = (targets: readonly Omit<TypedTarget, 'key'>[]): TypedTarget[] =>
  targets.map((target, at) => ({ key: at + 1, ...target }));

function typedSource(source: PoolSource): Partial<TypedPool> {
  switch (source.by) {
    case 'account':
      return { account: source.account };
    case 'service':
      return { provider: source.provider, service: source.service };
    case 'tag':
      return { tagKey: source.key, tagValue: source.value };
    case 'purchase':
      return { place: source.place };
  }
}

function typedSplit(split: PoolSplit): Partial<TypedPool> {
  const centers = (ids: readonly number[]) => keyed(ids.map((center) => ({ center, percent: '' })));
  switch (split.by) {
    case 'even':
      return { targets: centers(split.cost_center_ids) };
    case 'fixed':
      return {
        targets: keyed(split.shares.map(({ cost_center_id: center, percent }) => ({ center, percent }))),
      };
    case 'spend':
      return split.cost_center_ids === null
        ? { all: true }
        : { all: false, targets: centers(split.cost_center_ids) };
    case 'metric':
      return { metric: split.metric };
  }
}

/** The pools of a version as the form has them. */
export const typedPools = (pools: readonly AnsweredPool[]): TypedPool[] =>
  pools.map(({ name, source, split }, at) => ({
    ...emptyPool(at + 1),
    name,
    source: source.by,
    split: split.by,
    ...typedSource(source),
    ...typedSplit(split),
  }));

/** The pools of a version as the API takes them. */
export const poolInputs = (pools: readonly AnsweredPool[]): PoolInput[] =>
  pools.map(({ name, source, split }) => ({ name, source, split }));

function sourceIn(pool: TypedPool): PoolSource {
  switch (pool.source) {
    case 'account':
      return { by: 'account', account: pool.account.trim() };
    case 'service':
      return { by: 'service', provider: pool.provider, service: pool.service.trim() };
    case 'tag':
      return { by: 'tag', key: pool.tagKey.trim(), value: pool.tagValue.trim() };
    case 'purchase':
      return { by: 'purchase', place: pool.place.trim() };
  }
}

/** What is not chosen yet is refused before it is sent. */
const idOf = ({ center }: TypedTarget): number => (typeof center === 'number' ? center : 0);

function splitIn({ split, targets, all, metric }: TypedPool): PoolSplit {
  switch (split) {
    case 'even':
      return { by: 'even', cost_center_ids: targets.map(idOf) };
    case 'fixed':
      return {
        by: 'fixed',
        shares: targets.map((target) => ({ cost_center_id: idOf(target), percent: target.percent.trim() })),
      };
    case 'spend':
      return { by: 'spend', cost_center_ids: all ? null : targets.map(idOf) };
    case 'metric':
      return { by: 'metric', metric: metric.trim() };
  }
}

/** The pools that are typed, as the API takes them. */
export const poolsIn = (pools: readonly TypedPool[]): PoolInput[] =>
  pools.map((pool) => ({ name: pool.name.trim(), source: sourceIn(pool), split: splitIn(pool) }));

/** Whether its split names cost centers one by one. */
export const namesTargets = ({ split, all }: TypedPool): boolean =>
  split === 'even' || split === 'fixed' || (split === 'spend' && !all);

/** The name of an input of a pool, under which its error stands. */
export const poolField = (at: number, input: string): string => `pools.${at}.${input}`;
export const targetField = (at: number, target: number, input: string): string =>
  poolField(at, `targets.${target}.${input}`);

type Problems = [input: string, sentence: string][];

const missing = (input: string, label: string, value: string): Problems =>
  value.trim() === '' ? [[input, `Please Input ${label}!`]] : [];

function sourceProblems(pool: TypedPool): Problems {
  switch (pool.source) {
    case 'account':
      return missing('account', 'Account', pool.account);
    case 'service':
      return missing('service', 'Service', pool.service);
    case 'tag':
      return [...missing('tagKey', 'Key', pool.tagKey), ...missing('tagValue', 'Value', pool.tagValue)];
    case 'purchase':
      return missing('place', 'Place', pool.place);
  }
}

const PERCENT = /^\d{1,3}(?:\.\d{1,10})?$/;

function targetProblems({ targets, split }: TypedPool): Problems {
  const open = targets.flatMap(({ center, percent }, at): Problems => {
    const sentence =
      typeof center === 'number'
        ? targets.findIndex((one) => one.center === center) < at
          ? 'This cost center is chosen above already.'
          : null
        : (openValues({ fields: { center: TARGET } }, { center })['center'] ?? 'Please Select Cost Center!');
    const isShare = split !== 'fixed' || (PERCENT.test(percent.trim()) && /[1-9]/.test(percent));
    return [
      ...(sentence === null ? [] : [[`targets.${at}.center`, sentence] satisfies [string, string]]),
      ...(isShare
        ? []
        : [[`targets.${at}.percent`, 'Enter a per cent such as 12.5.'] satisfies [string, string]]),
    ];
  });
  const percents = targets.map(({ percent }) => percent.trim());
  const isWrong = split === 'fixed' && open.length === 0 && !comeTo(percents, '100');
  return isWrong ? [...open, ['targets', 'The shares must come to exactly 100 per cent.']] : open;
}

/** The errors of what is typed, by the names of the inputs. */
export function poolProblems(pools: readonly TypedPool[]): Record<string, string> {
  const names = pools.map(({ name }) => name.trim().toLowerCase());
  return Object.fromEntries(
    pools.flatMap((pool, at) => {
      const isTwice = names[at] !== '' && names.indexOf(names[at] ?? '') < at;
      const problems: Problems = [
        ...missing('name', 'Name', pool.name),
        ...(isTwice ? [['name', 'A pool above has this name already.'] satisfies [string, string]] : []),
        ...sourceProblems(pool),
        ...(pool.split === 'metric' ? missing('metric', 'Metric', pool.metric) : []),
        ...(namesTargets(pool) ? targetProblems(pool) : []),
      ];
      return problems.map(([input, sentence]) => [poolField(at, input), sentence]);
    }),
  );
}

/** The inputs of a pool by what the API calls them behind the pool. */
const INPUTS: Readonly<Record<string, string>> = {
  name: 'name',
  'source.account': 'account',
  'source.service': 'service',
  'source.key': 'tagKey',
  'source.value': 'tagValue',
  'source.place': 'place',
  'split.metric': 'metric',
  'split.shares': 'targets',
  'split.cost_center_ids': 'targets',
};

/** The input that a refusal of the API is about; null where it is none of a pool. */
export function poolInputOf(field: string): string | null {
  const [, at, rest = ''] = /^pools\.(\d+)\.(.+)$/.exec(field) ?? [];
  return at === undefined ? null : poolField(Number(at), INPUTS[rest] ?? 'name');
}
