/** What the types that follow from a declaration must and must not allow. The check of types is its test; nothing runs it. */
import { expectTypeOf } from 'vitest';
import type { Update } from '#kernel/resource.ts';
import type { Company } from '#resources/companies.ts';
import type { costCenters, CostCenter, NewCostCenter } from '#resources/cost-centers.ts';
import type { SelectOption } from '#resources/select-options.ts';

// They give a row its fields, what references bring, and what the system keeps.
expectTypeOf<CostCenter['identifier']>().toEqualTypeOf<string>();
expectTypeOf<CostCenter['expired_at']>().toEqualTypeOf<string | null>();
expectTypeOf<CostCenter['companies_id']>().toEqualTypeOf<number>();
expectTypeOf<CostCenter['departments_id']>().toEqualTypeOf<number | null>();
expectTypeOf<CostCenter['department_name']>().toEqualTypeOf<string | null>();
expectTypeOf<CostCenter['owner_terminated']>().toEqualTypeOf<boolean | null>();
expectTypeOf<NonNullable<CostCenter['companies']>>().toHaveProperty('gl_type');
expectTypeOf<CostCenter['lock_version']>().toEqualTypeOf<number>();
expectTypeOf<Company['riOrReno']>().toEqualTypeOf<'RI' | 'Reno' | null>();
expectTypeOf<SelectOption['attributes']>().toEqualTypeOf<{ name: string }>();

// They demand of a creation what has no default.
expectTypeOf<{ identifier: string; cloud_contact_id: number }>().toExtend<NewCostCenter>();
expectTypeOf<{ identifier: string }>().not.toExtend<NewCostCenter>();

// They keep from a creation what only an update or nobody may set.
expectTypeOf<NewCostCenter>().not.toHaveProperty('approved');
expectTypeOf<NewCostCenter>().not.toHaveProperty('aws_gl');
expectTypeOf<Update<typeof costCenters>>().toHaveProperty('approved');
expectTypeOf<Update<typeof costCenters>>().not.toHaveProperty('created_at');
