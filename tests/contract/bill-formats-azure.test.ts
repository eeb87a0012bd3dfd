import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const SUBSCRIPTION = '1650417d-44cb-4288-8692-77e365845781';

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  await costCenter('4711', center);
  await account(SUBSCRIPTION, '4711');
});

const MCA =
  'invoiceId,previousInvoiceId,billingAccountId,billingAccountName,billingProfileId,billingProfileName,invoiceSectionId,invoiceSectionName,' +
  'resellerName,resellerMpnId,costCenter,billingPeriodEndDate,billingPeriodStartDate,servicePeriodEndDate,servicePeriodStartDate,date,' +
  'serviceFamily,productOrderId,productOrderName,consumedService,meterId,meterName,meterCategory,meterSubCategory,meterRegion,ProductId,' +
  'ProductName,SubscriptionId,subscriptionName,publisherType,publisherId,publisherName,resourceGroupName,ResourceId,resourceLocation,' +
  'location,effectivePrice,quantity,unitOfMeasure,chargeType,billingCurrency,pricingCurrency,costInBillingCurrency,costInPricingCurrency,' +
  'costInUsd,paygCostInBillingCurrency,paygCostInUsd,exchangeRatePricingToBilling,exchangeRateDate,isAzureCreditEligible,serviceInfo1,' +
  'serviceInfo2,additionalInfo,tags,PayGPrice,frequency,term,reservationId,reservationName,pricingModel,unitPrice,costAllocationRuleName,' +
  'benefitId,benefitName,provider';
const EA_2024 =
  'InvoiceSectionName,AccountName,AccountOwnerId,SubscriptionId,SubscriptionName,ResourceGroup,ResourceLocation,Date,ProductName,' +
  'MeterCategory,MeterSubCategory,MeterId,MeterName,MeterRegion,UnitOfMeasure,Quantity,EffectivePrice,CostInBillingCurrency,CostCenter,' +
  'ConsumedService,ResourceId,Tags,OfferId,AdditionalInfo,ServiceInfo1,ServiceInfo2,ResourceName,ReservationId,ReservationName,UnitPrice,' +
  'ProductOrderId,ProductOrderName,Term,PublisherType,PublisherName,ChargeType,Frequency,PricingModel,AvailabilityZone,BillingAccountId,' +
  'BillingAccountName,BillingCurrencyCode,BillingPeriodStartDate,BillingPeriodEndDate,BillingProfileId,BillingProfileName,InvoiceSectionId,' +
  'IsAzureCreditEligible,PartNumber,PayGPrice,PlanName,ServiceFamily,CostAllocationRuleName,benefitId,benefitName,AccountId,' +
  'ResourceLocationNormalized';
const EA_DOWNLOAD =
  'InvoiceSection,AccountName,AccountOwnerId,SubscriptionId,SubscriptionName,ResourceGroup,ResourceLocation,Date,Product,MeterCategory,' +
  'MeterSubCategory,MeterId,MeterName,MeterRegion,UnitOfMeasure,Quantity,EffectivePrice,Cost,CostCenter,ConsumedService,ResourceId,Tags,' +
  'OfferId,AdditionalInfo,ServiceInfo1,ServiceInfo2,ResourceName,ReservationId,ReservationName,UnitPrice,ProductOrderId,ProductOrderName,' +
  'Term,PublisherType,PublisherName,ChargeType,Frequency,PricingModel,AvailabilityZone,BillingAccountId,BillingAccountName,BillingCurrency,' +
  'BillingPeriodStartDate,BillingPeriodEndDate,BillingProfileId,BillingProfileName,IsAzureCreditEligible,PartNumber,PayGPrice,PlanName,' +
  'ServiceFamily';
const COST_MANAGEMENT =
  'DepartmentName,AccountName,AccountOwnerId,SubscriptionGuid,SubscriptionName,ResourceGroup,ResourceLocation,UsageDateTime,ProductName,' +
  'MeterCategory,MeterSubcategory,MeterId,MeterName,MeterRegion,UnitOfMeasure,UsageQuantity,ResourceRate,PreTaxCost,CostCenter,' +
  'ConsumedService,ResourceType,InstanceId,Tags,OfferId,AdditionalInfo,ServiceInfo1,ServiceInfo2,Currency';

const mca = {
  billingProfileId: 'P',
  billingAccountId: '7',
  billingPeriodStartDate: '10/01/2026',
  date: '10/03/2026',
  meterCategory: 'Storage',
  SubscriptionId: SUBSCRIPTION,
  chargeType: 'Usage',
  billingCurrency: 'EUR',
};
const ea = {
  SubscriptionId: SUBSCRIPTION,
  Date: '10/03/2026',
  MeterCategory: 'Storage',
  ChargeType: 'Usage',
  BillingAccountId: '7000011',
  BillingPeriodStartDate: '10/01/2026',
};

describe('every export of Azure that has account, date, cost and currency becomes a run', () => {
  it.each<[string, string, string, string, string, string]>([
    [
      'of a customer agreement, with all 65 columns and prices in scientific notation',
      'azure-mca',
      headed(
        MCA,
        {
          ...mca,
          invoiceId: 'E0100-65',
          costInBillingCurrency: '1.25E+1',
          effectivePrice: '1.2E-05',
          unitPrice: '9E-06',
        },
        {
          ...mca,
          invoiceId: 'E0100-65',
          costInBillingCurrency: '5E-1',
          effectivePrice: '0',
          quantity: '1E+03',
        },
      ),
      'E0100-65',
      'EUR',
      '13.00',
    ],
    [
      'whose columns were chosen, without a billing profile',
      'azure-mca',
      'invoiceId,billingPeriodStartDate,billingPeriodEndDate,date,meterCategory,SubscriptionId,subscriptionName,chargeType,billingCurrency,costInBillingCurrency\r\n' +
        `G500,10/01/2026,10/31/2026,10/03/2026,Storage,${SUBSCRIPTION},a,Usage,USD,12.50\r\n`,
      'G500',
      'USD',
      '12.50',
    ],
    [
      'with headers of a portal in German',
      'azure-mca',
      'Rechnungsprofil (BillingProfileId),Rechnung (invoiceId),Beginn (billingPeriodStartDate),Datum (date),Abonnement-GUID (SubscriptionId),Gebührentyp (chargeType),Währung (billingCurrency),Kosten (costInBillingCurrency)\r\n' +
        `P1,E0100AAA06,10/01/2026,10/03/2026,${SUBSCRIPTION},Usage,EUR,2.00\r\n`,
      'E0100AAA06',
      'EUR',
      '2.00',
    ],
    [
      'in capitals, in another order',
      'azure-mca',
      `COSTINBILLINGCURRENCY,BILLINGCURRENCY,DATE,SUBSCRIPTIONID,INVOICEID\r\n3.10,EUR,10/03/2026,${SUBSCRIPTION},E0100-CAPS\r\n`,
      'E0100-CAPS',
      'EUR',
      '3.10',
    ],
    [
      'of an Enterprise Agreement of 2024, with all 57 columns',
      'azure-ea',
      headed(EA_2024, {
        ...ea,
        BillingCurrencyCode: 'EUR',
        CostInBillingCurrency: '4.20',
        UnitPrice: '1E-06',
      }),
      '7000011-2026-10',
      'EUR',
      '4.20',
    ],
    [
      'of the usage and charges of an Enterprise Agreement, downloaded',
      'azure-ea',
      headed(EA_DOWNLOAD, { ...ea, BillingAccountId: '7000012', BillingCurrency: 'USD', Cost: '5.30' }),
      '7000012-2026-10',
      'USD',
      '5.30',
    ],
    [
      'of cost management as it was, which names no billing account',
      'azure-costs',
      headed(COST_MANAGEMENT, {
        SubscriptionGuid: SUBSCRIPTION.toUpperCase(),
        UsageDateTime: '2026-10-03T00:00:00Z',
        MeterCategory: 'Storage',
        PreTaxCost: '6.4E0',
        Currency: 'EUR',
      }),
      'azure-2026-10',
      'EUR',
      '6.40',
    ],
    [
      'with a number and a GUID for each subscription, of which the GUID counts',
      'azure-costs',
      `SubscriptionId,SubscriptionGuid,Date,ExtendedCost,Currency\r\n1234567,${SUBSCRIPTION},10/03/2026,7.77,GBP\r\n`,
      'azure-2026-10',
      'GBP',
      '7.77',
    ],
  ])('%s', async (_what, format, file, reference, currency, amount) => {
    const run = await desk.replacing('azure', file, { month: '2026-10' });
    expect(run).toMatchObject({ state: 'ready', format, month: '2026-10', exceptions: 0, error: null });
    expect(run.invoices).toMatchObject([{ reference, currency, invoice: amount }]);
    const [line] = await desk.lines(run.id);
    expect(line).toMatchObject({ identifier: SUBSCRIPTION, kind: 'usage', day: '2026-10-03' });
  });

  it('and where nothing in it tells invoices apart, by the reference that was given', async () => {
    const file = `SubscriptionId,Date,Cost,Currency\r\n${SUBSCRIPTION},10/03/2026,8.88,EUR\r\n`;
    const run = await desk.replacing('azure', file, { month: '2026-10', reference: 'OUR-1' });
    expect(run.invoices).toMatchObject([{ reference: 'OUR-1', currency: 'EUR', invoice: '8.88' }]);
  });

  it('and takes the currency that was given where the file has no column of it', async () => {
    const file = `invoiceId,SubscriptionId,Date,Cost\r\nNO-CURRENCY,${SUBSCRIPTION},10/03/2026,9.99\r\n`;
    const refused = await desk.replacing('azure', file, { month: '2026-10' });
    expect(refused.error).toBe('Row 2: No currency is given, neither by the file nor with currency=.');
    const taken = await desk.replacing('azure', file, { month: '2026-10', currency: 'CHF' });
    expect(taken.invoices).toMatchObject([{ reference: 'NO-CURRENCY', currency: 'CHF', invoice: '9.99' }]);
  });

  it('and names a cell by the column as the file calls it', async () => {
    const file = `SubscriptionGuid,UsageDateTime,PreTaxCost,Currency\r\n${SUBSCRIPTION},2026-10-03,twelve,EUR\r\n`;
    expect((await desk.replacing('azure', file)).error).toBe("Row 2: PreTaxCost 'twelve' is no amount.");
  });

  it('and tags of localised headers say who pays', async () => {
    const file =
      'Rechnung (invoiceId),Datum (date),Abonnement (SubscriptionId),Währung (billingCurrency),Kosten (costInBillingCurrency),Markierungen (tags)\r\n' +
      `E0100-TAGS,10/03/2026,unknown-subscription,EUR,1.00,"""cost_center"": ""4711"""\r\n`;
    const run = await desk.replacing('azure', file, { month: '2026-10' });
    const { rows } = await portal.db.query('SELECT account, value FROM billing_tags WHERE run_id = $1', [
      run.id,
    ]);
    expect(rows).toEqual([{ account: 'unknown-subscription', value: '4711' }]);
  });
});
