import { Select } from '@mantine/core';

interface SheetChoiceProps {
  sheets: readonly string[];
  /** The one that is read; null where none could be. */
  taken: string | null;
  onChoose: (sheet: string) => void;
}

/** Which sheet of a workbook is imported. */
export function SheetChoice({ sheets, taken, onChoose }: SheetChoiceProps) {
  return (
    <Select
      label="Sheet"
      description={`The workbook has ${sheets.length} sheets, of which one is imported.`}
      placeholder="Choose"
      data={[...new Set(sheets)]}
      value={taken}
      allowDeselect={false}
      maw={320}
      onChange={(sheet) => sheet !== null && sheet !== taken && onChoose(sheet)}
    />
  );
}
