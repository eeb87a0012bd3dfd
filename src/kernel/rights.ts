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

/** Which rights a model asks for; what is absent is that of reference data. */
export interface ResourceRights {
  /** See its records, histories and exports. */
  read?: keyof Rights;
  /** Create, change, delete and import its records. */
  change?: keyof Rights;
  /** Download its list as a file; who sees its records by default. */
  export?: keyof Rights;
}

/** The right that an action on the records of a model needs. */
export function rightFor({ rights }: { rights?: ResourceRights }, action: string): keyof Rights {
  if (action === 'export' && rights?.export !== undefined) return rights.export;
  const looks = action === 'read' || action === 'export';
  return looks ? (rights?.read ?? 'read') : (rights?.change ?? 'edit_reference_data');
}
