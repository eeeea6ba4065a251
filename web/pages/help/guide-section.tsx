import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Block, Inline, Section } from '../../app/help/guide.ts';
import { isGuide, mayRead } from '../../app/help/guides.ts';
import { paths } from '../../app/paths.ts';
import { useMay } from '../../ui/allowed.tsx';
import styles from './help.module.css';

/** A section of a guide; the page has the h1. */
export function GuideSection({ section: { id, title, level, blocks } }: { section: Section }) {
  const Heading = level > 2 ? 'h3' : 'h2';
  return (
    <section>
      <Heading id={id} tabIndex={-1} className={styles.heading}>
        {title}
      </Heading>
      <Blocks blocks={blocks} />
    </section>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <Shown key={keyAt(index)} block={block} />);
}

/** The text of a guide never changes while it is shown. */
const keyAt = (index: number) => String(index);

function Shown({ block }: { block: Block }): ReactNode {
  switch (block.is) {
    case 'p':
      return (
        <p>
          <Text of={block.of} />
        </p>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        <pre className={styles.code} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'image':
      return <img src={block.source} alt={block.alt} loading="lazy" className={styles.image} />;
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        <div className={styles.scroll} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={keyAt(index)} scope="col">
                    <Text of={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={keyAt(index)}>
                  {row.map((cell, column) => (
                    <td key={keyAt(column)}>
                      <Text of={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default: {
      const List = block.is;
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={keyAt(index)}>
              <Item blocks={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

/** An item of a list: the text of its first paragraph stands beside the mark. */
function Item({ blocks }: { blocks: readonly Block[] }) {
  const [first, ...others] = blocks;
  if (first?.is !== 'p') return <Blocks blocks={blocks} />;
  return (
    <>
      <Text of={first.of} />
      <Blocks blocks={others} />
    </>
  );
}

function Text({ of }: { of: readonly Inline[] }) {
  return of.map((one, index) => (
    <Fragment key={keyAt(index)}>
      {typeof one === 'string' ? (
        one
      ) : 'to' in one ? (
        <GuideLink to={one.to}>
          <Text of={one.of} />
        </GuideLink>
      ) : (
        <one.as>
          <Text of={one.of} />
        </one.as>
      )}
    </Fragment>
  ));
}

/** A link to another section, unless the user may not read that guide. */
function GuideLink({ to, children }: { to: string; children: ReactNode }) {
  const may = useMay();
  if (/^https?:/.test(to)) return <a href={to}>{children}</a>;
  const [guide = '', section] = to.split('#');
  if (!isGuide(guide) || !mayRead(may, guide)) return children;
  return <Link to={paths.help(guide, section)}>{children}</Link>;
}
