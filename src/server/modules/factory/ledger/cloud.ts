import type { Cloud } from '#kernel/cloud/cloud-request.ts';
import type { Reached } from '#server/providers/common/interface.ts';
import type { GroupTree } from '../clouds/azure-groups.ts';
import type { RegionList } from '../clouds/aws/region-list.ts';
import type { FolderTree } from '../clouds/gcp-folders.ts';
import type { CloudLife } from '../life/cloud-life.ts';
import type { Procedure } from './procedure.ts';
import type { Recipe } from './step.ts';

/** A cloud as the portal has it: how accounts are made there and what it talks to, or why it cannot be used. */
export type CloudAtHand =
  | {
      cloud: Cloud;
      recipe: Recipe;
      reached: Reached;
      /** Of Azure: where subscriptions may lie. */
      groups?: GroupTree;
      /** Of Google Cloud: where projects may be made. */
      folders?: FolderTree;
      /** Of AWS: what accounts may use. */
      regions?: RegionList;
      /** What becomes of accounts later; absent where nothing is offered. */
      life?: CloudLife;
      /** Other kinds of deployments there. */
      procedures?: readonly Procedure[];
    }
  | {
      cloud: Cloud;
      recipe: null;
      /** The message for who requests an account all the same; it names the setting that is missing. */
      missing: string;
    };
