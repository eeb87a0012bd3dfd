import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { Mark } from '@tiptap/core';
import Highlight from '@tiptap/extension-highlight';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import classes from './rich-text.module.css';

interface RichTextEditorProps {
  name: string;
  label: string;
  /** Empty for none. */
  html: string;
  /** Of the text at least, in pixels. */
  height: number;
  onChange: (html: string) => void;
  locked: boolean;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  takesFocus: boolean;
}

/** A tag around words and means nothing else to the editor; without it the editor would drop it. */
const mark = (name: string, tag: string) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });

/** The parts of formatted text that the server keeps, so that nothing of it is lost and nothing typed is dropped later. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      protocols: ['mailto'],
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  Highlight,
  mark('sub', 'sub'),
  mark('sup', 'sup'),
];

/** The editor of formatted text. It is loaded when it is first shown. */
export default function FormattedTextEditor(props: RichTextEditorProps) {
  const { name, label, html, height, onChange, locked, required, invalid, describedBy, takesFocus } = props;
  const reported = useRef(html);
  const attributes: Record<string, string> = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'data-field': name,
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  };
  const editor = useEditor({
    extensions,
    content: html,
    immediatelyRender: true,
    autofocus: takesFocus && 'end',
    editorProps: { attributes },
    onUpdate: ({ editor: now }) => {
      reported.current = now.isEmpty ? '' : now.getHTML();
      onChange(reported.current);
    },
  });

  useEffect(() => {
    // Somebody else set it: a draft that is dropped, a version that is merged.
    if (html === reported.current) return;
    reported.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  useEffect(() => editor.setEditable(!locked, false), [editor, locked]);

  return (
    <RichTextEditor editor={editor} style={{ '--editor-height': `${height}px` }}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Strikethrough />
          <RichTextEditor.Highlight />
          <RichTextEditor.Code />
          <RichTextEditor.ClearFormatting />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.H4 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
          <RichTextEditor.CodeBlock />
          <RichTextEditor.Hr />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content className={classes.content} />
    </RichTextEditor>
  );
}
