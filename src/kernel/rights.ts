/** The rights of a person: the server grants them, buttons and entries of the navigation follow them. */
export interface Rights {
  /** See lists, records, histories, exports and reports. */
  read: boolean;
  /** Create, change, delete and import reference data. */
  edit_reference_data: boolean;
  /** Run the cloud factory, directory groups and billing; see everybody's jobs and mail. */
  operate: boolean;
  /** See and end other people's sessions. */
  administer: boolean;
}
