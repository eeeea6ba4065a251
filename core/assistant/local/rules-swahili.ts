/** Verbs of customers by their root, with what they mean where the subject is a person, and where it is a thing. */
const roots: Record<string, { person: string; thing?: string }> = {
  lip: { person: 'pay' },
  toz: { person: 'charge' },
  dai: { person: 'owe' },
  daiw: { person: 'owe' },
  kat: { person: 'cut', thing: 'cut' },
  katik: { person: 'cut', thing: 'cut' },
  kwam: { person: 'stuck', thing: 'stuck' },
  fung: { person: 'suspend', thing: 'suspend' },
  fungu: { person: 'open', thing: 'open' },
  fany: { person: 'do', thing: 'work' },
  tum: { person: 'send' },
  pok: { person: 'receive' },
  fik: { person: 'come', thing: 'arrive' },
  kuj: { person: 'come', thing: 'come' },
  rud: { person: 'return', thing: 'come back' },
  rudish: { person: 'return' },
  tengenez: { person: 'fix' },
  rekebish: { person: 'fix' },
  harib: { person: 'damage', thing: 'damage' },
  haribik: { person: 'damage', thing: 'damage' },
  vunj: { person: 'break' },
  vunjik: { person: 'break', thing: 'break' },
  anguk: { person: 'fall', thing: 'fall' },
  ungu: { person: 'burn', thing: 'burn' },
  wak: { person: 'light', thing: 'light' },
  zim: { person: 'switch off', thing: 'off' },
  pig: { person: 'hit', thing: 'hit' },
  ham: { person: 'move house' },
  hami: { person: 'move to' },
  hamish: { person: 'move' },
  badil: { person: 'change' },
  badilish: { person: 'change' },
  ongez: { person: 'increase' },
  punguz: { person: 'reduce' },
  sitish: { person: 'cancel' },
  fut: { person: 'cancel' },
  tak: { person: 'want' },
  hitaj: { person: 'need' },
  omb: { person: 'ask' },
  pat: { person: 'get', thing: 'get' },
  on: { person: 'see', thing: 'show' },
  ongea: { person: 'talk' },
  zungumz: { person: 'talk' },
  unganish: { person: 'connect' },
  lalamik: { person: 'complain' },
  sahau: { person: 'forgot' },
  saidi: { person: 'help' },
  pelek: { person: 'send' },
  ibi: { person: 'steal' },
  dangany: { person: 'lie' },
};

const people = 'ni|tu|u|m|mw|wa|a';
const things = 'i|u|zi|vi|ya|li|ki';
const tenses = 'na|li|me|ta|mesha|ja|ki|nge|ka';
const objects = 'ni|tu|ku|wa|m|zi|i|u';
const endings = new Set('a e i ia ie iwa wa ea eni aje ieni lia lie liwa ewa'.split(' '));
const prefixes = new RegExp(
  `^(ha|si)?(?:(${people})|(${things}))?(?:(${tenses})|ku)?(${objects})?$`,
);
const MIN_LENGTH = 5;
const MAX_LENGTH = 20;

/** Of a verb of the past that claims something, the English word by which claims are recognised. */
const claims: Record<string, string> = { lip: 'paid', tum: 'sent' };

/** The prefixes of a verb and its root; undefined where the word is none. Of several readings the longest prefixes count. */
function parsed(word: string): { match: RegExpExecArray; root: string } | undefined {
  for (let start = word.length - 1; start >= 0; start--) {
    const match = prefixes.exec(word.slice(0, start));
    for (let end = match ? start + 1 : word.length; end < word.length; end++) {
      const root = word.slice(start, end);
      if (match && Object.hasOwn(roots, root) && endings.has(word.slice(end)))
        return { match, root };
    }
  }
  return undefined;
}

/** What a Swahili verb with its prefixes stands for; undefined where the word is none. */
export function readSwahili(word: string): { raw: string; forms: string[] } | undefined {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return undefined;
  const verb = parsed(word);
  if (!verb) return undefined;
  const [, negation, person, thing, tense, object] = verb.match;
  if (!person && !thing && !tense && !word.startsWith('ku') && !negation) return undefined;
  const { person: byPerson, thing: byThing } = roots[verb.root]!;
  // The same prefix stands for 'you' and for things such as the network.
  const isThing = thing !== undefined || (person === 'u' && byThing !== undefined);
  const meaning = (isThing && byThing) || byPerson;
  const isPast = tense === 'me' || tense === 'li' || tense === 'mesha';
  const forms = [
    ...(negation ? ['not'] : []),
    ...(tense === 'ta' && !negation ? ['will'] : []),
    // 'Inakatika' is said of what goes on, 'imekatika' of what has happened.
    ...(tense === 'na' && isThing && meaning === 'cut' ? ['keep'] : []),
    ...meaning.split(' '),
    ...(object === 'ni' || object === 'tu' ? ['me'] : []),
  ];
  return { raw: (isPast && !negation && claims[verb.root]) || word, forms };
}
