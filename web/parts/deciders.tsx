const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });
/** More names are told as a number. */
const NAMED = 4;

/** Who may decide: 'Ann Wani or Peter Lado can decide.' */
export function DecidersText({ deciders }: { deciders: readonly string[] }) {
  if (deciders.length === 0) return <>No active user can decide.</>;
  const more = deciders.length - NAMED;
  const names = more > 1 ? [...deciders.slice(0, NAMED), `${more} others`] : deciders;
  return (
    <>
      <bdi>{list.format(names)}</bdi> can decide.
    </>
  );
}
