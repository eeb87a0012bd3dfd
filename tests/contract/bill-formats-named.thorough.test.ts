import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { billingDesk } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
const desk = billingDesk(portal);

const GOOGLE = /Please download the Cost table of the invoice as CSV/;
const AZURE = /Please export "Cost and usage details \(actual\)"/;
const AWS = /Please export the Cost and Usage Report/;

describe('a file that is no bill is named for what it is, with the export that is needed', () => {
  it.each<[string, string, string | Buffer, string, RegExp]>([
    [
      "the cost report of Google's console",
      'gcp',
      'Project name,Project ID,Project number,Cost ($),Discounts ($),Promotions and others ($),Subtotal ($)\r\np1,data-lake-production-4305,123,100.00,-10.00,0.00,90.00\r\n',
      "This is the cost report of Google's console, the summary and not the detail.",
      GOOGLE,
    ],
    [
      'the cost report by service, with euros',
      'gcp',
      'Service description,Service ID,Cost (€),Discounts (€),Subtotal (€)\r\nCompute,1,1,0,1\r\n',
      "This is the cost report of Google's console, the summary and not the detail.",
      GOOGLE,
    ],
    [
      "Google's invoice CSV of before 2021",
      'gcp',
      'Account Name,Account ID,Source,Product,Resource Type,SKU ID,Description,Start Date,End Date,Quantity,Unit,Amount\r\na,1,p,Compute,x,y,z,2020-01-01,2020-01-31,1,h,5\r\n',
      "This is Google's invoice CSV of before 2021",
      GOOGLE,
    ],
    [
      "Google's invoice as PDF",
      'gcp',
      '%PDF-1.7\n%âãÏÓ\n1 0 obj',
      'This is a PDF, which has no lines that can be read.',
      GOOGLE,
    ],
    [
      'a price sheet of Azure',
      'azure',
      'basePrice,billingAccountId,billingCurrency,billingProfileId,currency,effectiveStartDate,marketPrice,meterId,priceType,product,tierMinimumUnits,unitPrice\r\n1,7,EUR,P,EUR,10/01/2026,1,m,Consumption,p,0,1\r\n',
      'This is a price sheet of Azure, which has prices and no costs.',
      AZURE,
    ],
    [
      'how far savings plans were used, by Azure',
      'azure',
      'kind,benefitOrderId,benefitId,usageDate,avgUtilizationPercentage,minUtilizationPercentage\r\nSavingsPlan,o,b,2026-10-01,98,90\r\n',
      'This is a report on how far savings plans or reservations were used, and not what is charged.',
      AZURE,
    ],
    [
      'how far savings plans were used, by AWS',
      'aws',
      'SavingsPlanArn,Region,PaymentOption,TotalCommitment,UsedCommitment,UtilizationPercentage\r\narn:aws:savingsplans::1:x,,All Upfront,1,1,100\r\n',
      'This is a report on how far savings plans or reservations were used, and not what is charged.',
      AWS,
    ],
    [
      'an export of budgets',
      'aws',
      'Budget name,Thresholds,Budgeted,Amount used,Forecasted amount\r\nTeam,OK,100,50,90\r\n',
      'This is an export of budgets, which has plans and no lines of a bill.',
      AWS,
    ],
    [
      "a download of AWS's Cost Explorer",
      'aws',
      'Service,EC2-Instances($),S3($),Total costs($)\r\nService total,10,2,12\r\n2026-10-01,10,2,12\r\n',
      "This is a download of AWS's Cost Explorer, the summary and not the detail.",
      AWS,
    ],
    [
      'a download of cost analysis',
      'azure',
      'SubscriptionName,Cost,CostUSD,Currency\r\na,1,1,EUR\r\n',
      'This is a download of cost analysis, the summary and not the detail.',
      AZURE,
    ],
    [
      "FOCUS's InvoiceDetail",
      'focus',
      'BilledCost,BillingAccountId,BillingCurrency,ChargeCategory,InvoiceDetailId,InvoiceId,InvoiceIssueDate,InvoiceIssuerName\r\n1,7,EUR,Usage,d,i,2026-11-03,Microsoft\r\n',
      "This is FOCUS's InvoiceDetail, the summary and not the detail.",
      /Please export the dataset CostAndUsage/,
    ],
    [
      'the manifest of an AWS report',
      'aws',
      JSON.stringify({ assemblyId: 'x', account: '1', reportKeys: ['a-00001.csv.gz'], compression: 'GZIP' }),
      'This is the manifest of an AWS report, which lists its files, and has no lines.',
      /Please send the files that it lists\.$/,
    ],
    [
      'the manifest of an Azure export',
      'azure',
      JSON.stringify(
        { manifestVersion: '2024-04-01', deliveryConfig: {}, blobs: [{ blobName: 'part_0_0001.csv' }] },
        null,
        2,
      ),
      'This is the manifest of an Azure export, which lists its files, and has no lines.',
      /Please send the files that it lists\.$/,
    ],
    ['another JSON file', 'aws', '[{"cost": 1}]', 'This is a JSON file.', AWS],
    [
      'an HTML page that was saved as CSV',
      'azure',
      '\uFEFF\n<!DOCTYPE html><html><head><title>Sign in</title></head></html>',
      'This is an HTML page and no CSV, whatever its name says.',
      AZURE,
    ],
    [
      'an HTML page in gzip',
      'azure',
      gzipSync('<html><body>Sign in</body></html>'),
      'This is an HTML page and no CSV',
      AZURE,
    ],
    [
      'an old workbook',
      'azure',
      Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'),
      'This is a workbook of Excel 97 to 2003 (.xls).',
      /Please save it as CSV UTF-8 or XLSX\.$/,
    ],
    [
      'an encrypted Parquet file',
      'focus',
      Buffer.from('PARE....PARE'),
      'This is an encrypted Parquet file.',
      /CostAndUsage/,
    ],
  ])('%s', async (_what, provider, file, begin, needed) => {
    const run = await desk.run(provider, file, { month: '2026-10' });
    expect(run).toMatchObject({ state: 'failed', lines: 0, invoices: [] });
    expect(run.error?.slice(0, begin.length)).toBe(begin);
    expect(run.error).toMatch(needed);
  });

  it('an archive with other files, by their names', async () => {
    const run = await desk.run('gcp', await zipped({ 'invoice.pdf': '%PDF', 'manifest.json': '{}' }));
    expect(run.error).toBe("The archive holds no CSV or Parquet file but 'invoice.pdf', 'manifest.json'.");
  });
});

describe('a file whose columns are not known says what it lacks', () => {
  it.each<[string, string, string]>([
    [
      'azure',
      'invoiceId,SubscriptionId,billingCurrency,costInBillingCurrency\r\nG1,s,EUR,1\r\n',
      'The columns of this file are not known. For Azure, cost and usage it lacks date (or UsageDateTime, UsageDate).',
    ],
    [
      'focus',
      'BilledCost,BillingCurrency,ChargePeriodStart,ProviderName\r\n1,EUR,2026-10-01T00:00:00Z,AWS\r\n',
      'The columns of this file are not known. For FOCUS 1.0 to 1.4 it lacks SubAccountId.',
    ],
    [
      'azure',
      'Datum (date),Abonnement (SubscriptionId),Währung (billingCurrency)\r\n10/01/2026,s,EUR\r\n',
      'The columns of this file are not known. For Azure, cost and usage it lacks costInBillingCurrency (or PreTaxCost, Cost, ExtendedCost).',
    ],
  ])('%s, and never a column that is there', async (provider, file, sentence) => {
    expect((await desk.run(provider, file, { month: '2026-10' })).error).toBe(sentence);
  });
});
