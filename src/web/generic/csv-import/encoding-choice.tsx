import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { OTHER_ENCODINGS, type EncodingProblem, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import classes from './import.module.css';

interface EncodingChoiceProps {
  name: string;
  problem: EncodingProblem;
  onChoose: (encoding: OtherEncoding) => void;
  onStartOver: () => void;
}

/** Lets the person choose the encoding of a file that is no Unicode, and shows how its lines read in each. */
export function EncodingChoice({ name, problem, onChoose, onStartOver }: EncodingChoiceProps) {
  const [chosen, setChosen] = useState<OtherEncoding>(OTHER_ENCODINGS[0].name);
  const first = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // The button that the file was chosen with is gone, and the focus would be nowhere.
    first.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Stack gap="sm">
      <Alert
        color="red"
        icon={<IconAlertTriangle aria-hidden />}
        title="This file is not in UTF-8"
        role="alert"
      >
        Line {problem.line}: {problem.message} Choose the encoding in which the lines below read right, or
        save the worksheet as “CSV UTF-8” and choose it again.
      </Alert>
      <Radio.Group
        label={`Encoding of ${name}`}
        value={chosen}
        onChange={(value) => setChosen(value as OtherEncoding)}
      >
        <Stack gap="xs" mt="xs">
          {OTHER_ENCODINGS.map(({ name: encoding, label }) => (
            <Radio
              key={encoding}
              value={encoding}
              label={label}
              ref={encoding === OTHER_ENCODINGS[0].name ? first : undefined}
              description={
                <span className={classes.sample}>
                  {problem.samples.find((sample) => sample.encoding === encoding)?.lines.join('\n')}
                </span>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="space-between">
        <Button variant="default" size="xs" onClick={onStartOver}>
          Choose another file
        </Button>
        <Button size="xs" onClick={() => onChoose(chosen)}>
          Read it so
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Nothing is imported yet: the rows are shown next.
      </Text>
    </Stack>
  );
}
