import { Combobox, type ComboboxStore } from '@mantine/core';
import type { Author } from '#kernel/history.ts';
import classes from './comments.module.css';

interface MentionListProps {
  combobox: ComboboxStore;
  people: readonly Author[];
  /** Who is looked at with the keys. */
  current: number;
  onChoose: (email: string) => void;
  listId: string;
  idOf: (at: number) => string;
}

/** The members among whom one chooses while an @ is being typed. The focus stays in the text. */
export function MentionList({ combobox, people, current, onChoose, listId, idOf }: MentionListProps) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options id={listId} aria-label="Members">
        {people.map(({ email, name }, at) => (
          <Combobox.Option
            key={email}
            id={idOf(at)}
            value={email}
            aria-selected={at === current}
            selected={at === current}
            onClick={() => {
              onChoose(email);
              combobox.closeDropdown();
            }}
          >
            <span className={classes.person}>{name ?? email}</span>
            {name && <span className={classes.address}>{email}</span>}
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
