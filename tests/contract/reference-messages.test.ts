import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { certificationsReport, inventoryReport } from '#resources/reports.ts';
import { messages } from '#resources/messages.ts';

const of = (name: string) => registry.get(name).messages;

it.each([
  ['companies', 'company'],
  ['departments', 'department'],
  ['business_units', 'business unit'],
  ['members', 'member'],
  ['cloud_certifications', 'certification'],
  ['cloud_contacts', 'cloud contact'],
  ['cost_centers', 'cost center'],
  ['service_catalog_products', 'service catalog product'],
])('what is said about %s calls each of them %s', (model, noun) => {
  expect(of(model)).toEqual({
    added: `Successfully added a new ${noun}!`,
    created: `Your new ${noun} has been added!`,
    updated: `Your ${noun} has been updated!`,
    deleted: `The ${noun} has been deleted!`,
    copied: `Successfully copied a new ${noun}!`,
    addFailed: `There was a problem adding this ${noun} record. Please try again.`,
    updateFailed: `There was a problem updating this ${noun} record. Please try again.`,
    submitFailed: `There was a problem submitting this ${noun}. Please try again.`,
    copyFailed: `There was a problem copying this ${noun} record. Please try again.`,
    deleteFailed: `Error deleting ${noun}`,
  });
});

it('what is said about networks, projects and approvals is as it is specified', () => {
  expect(of('cost_center_networks')).toMatchObject({
    added: 'Successfully added a new Network ID!',
    deleted: 'The network id has been deleted!',
    addFailed: 'There was a problem adding this Network ID record. Please try again.',
    updateFailed: 'There was a problem updating this network id record. Please try again.',
  });
  expect(of('project_ids')).toMatchObject({
    added: 'Successfully added a new Project ID!',
    deleted: 'The project id id has been deleted!',
    addFailed: 'There was a problem adding this Project ID record. Please try again.',
    updateFailed: 'There was a problem updating this Project Id record. Please try again.',
  });
  expect(of('microsoft_approvals')).toMatchObject({
    deleted: 'The microsoft approval has been deleted!',
    updateFailed: 'There was a problem updating this microsoft approval record. Please try again.',
  });
});

it('the sentences of reports and contacts are as they are specified', () => {
  expect(inventoryReport.messages).toEqual({
    done: 'The updated cost centers will be emailed to you!',
    failed: 'There was a problem with this action. Please try again later',
  });
  expect(certificationsReport.messages).toEqual({
    done: 'Your report will be emailed!',
    failed: 'There was a problem with this action. Please try again later',
  });
  expect(messages).toMatchObject({
    contactAddPending: 'Cancel your last add first!',
    contactCheckFailed: 'API Error!',
    contactReloadFailed:
      'There was a problem getting this cloud contact record after adding the record. Please try again.',
    costCenterNone: "Edited Cost Center can't be None!",
  });
});

it.each([
  ['sap_cost_centers', 'view', 'SAP Cost Centers Table'],
  ['sap_cost_centers', 'crud', 'SAP Cost Center Table'],
  ['cost_center_networks', 'view', 'Cost Center Networks Table'],
  ['project_ids', 'view', 'Project IDs Table'],
  ['members', 'view', 'Members Table'],
  ['cloud_bills', 'view', 'Cloud Bills Historical Records'],
  ['github_copilot_users', 'view', 'Github Copilot Table'],
  ['github_copilot_users', 'crud', 'Github Copilot Users'],
] as const)('the %s screen at %s is headed %s', (model, screen, heading) => {
  expect(registry.get(model).headings?.[screen]).toBe(heading);
});

it.each([
  ['cloud_certifications', 'Certification'],
  ['faqs', 'FAQ'],
  ['glossaries', 'Glossary Term'],
  ['companies', 'Company'],
  ['cost_centers', 'Cost Center'],
  ['members', 'Member'],
])('a record of %s is a %s on the button that adds one', (model, label) => {
  expect(registry.get(model).label[0]).toBe(label);
});

it('the columns of approvals are called as they are specified', () => {
  const approvals = registry.get('microsoft_approvals');
  const properties = registry.properties(approvals);
  expect(approvals.columns.map((name) => properties.get(name)?.label)).toEqual([
    'Status',
    'Approval Id',
    'Approval Type',
    'Title',
    'Assigned To',
    'Requested By',
    'Created on',
    'Updated at',
  ]);
});

it('formatted text has the height that is specified', () => {
  expect(registry.get('faqs').fields['answer']).toMatchObject({ height: 500 });
  expect(registry.get('glossaries').fields['description']).toMatchObject({ height: 500 });
  expect(registry.get('service_catalog_products').fields['description']).toMatchObject({ height: 300 });
});
