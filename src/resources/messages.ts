/** Sentences of the reference data that belong to no single field. */
export const messages = {
  duplicateIdentifier: 'Duplicate identifier found. Please enter a unique identifier!',
  departmentNone: "Edited Department can't be None!",
  businessUnitNone: "Edited Business Unit can't be None!",
  costCenterNone: "Edited Cost Center can't be None!",
  /** The owner that was chosen is gone from the cloud contacts; `doing` is what the form is for. */
  contactMissing: (email: string, doing: 'creating' | 'editing') =>
    `Cloud contact: ${email} doesn't exists! Please add it first before ${doing} this cost center this form`,
  ownerTerminated: 'This owner is terminated.',
  contactCheckFailed: 'API Error!',
  contactReloadFailed:
    'There was a problem getting this cloud contact record after adding the record. Please try again.',
  contactAddPending: 'Cancel your last add first!',
  dataSubmitted: 'Your new data has been submitted!',
  /** @param reason the server's own text */
  networkUploadFailed: (reason: string) =>
    `There was a problem uploading the file. Please try again. Error message: ${reason}`,
  sapUploadFailed: 'There was an issue uploading your file, please ensure that the data',
  reportQueued: 'The updated cost centers will be emailed to you!',
  reportEmailed: 'Your report will be emailed!',
  uploadFailed: 'There was a problem submitting this workbook. Please try again.',
  requestSubmitted: 'Your request has been submitted!',
  exportFailed: 'There was a problem submitting exporting this request. Please try again.',
  reportFailed: 'There was a problem with this action. Please try again later',
  blacklistDone: 'Succesfully updated the blacklist!',
  blacklistFailed: 'There was a problem when updating the member blacklist Please try again.',
  surveyFailed: 'There was a problem submitting this survey. Please try again.',
} as const;
