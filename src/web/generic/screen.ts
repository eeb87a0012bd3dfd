import type { ComponentType } from 'react';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Narrowed } from './narrowed.ts';

/** The four actions of an address /auth/{action}/{model}. */
export const SCREEN_ACTIONS = ['view', 'crud', 'create', 'edit'] as const;
export type ScreenAction = (typeof SCREEN_ACTIONS)[number];

/** The props of every screen of a model, given by the router. */
export interface ScreenProps {
  resource: Resource;
  registry: Registry;
  /** Of a list: the part of its records that its address is about; all of them without it. */
  narrowed?: Narrowed;
}

/** The props of the screen of one record. */
export interface RecordScreenProps extends ScreenProps {
  id: number;
}

export type Screen = ComponentType<ScreenProps>;
export type RecordScreen = ComponentType<RecordScreenProps>;
