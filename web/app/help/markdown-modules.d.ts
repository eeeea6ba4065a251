declare module '*.md?guide' {
  const sections: readonly import('./guide.ts').Section[];
  export default sections;
}

declare module '*.md?guide-index' {
  const sections: readonly import('./guide.ts').IndexedSection[];
  export default sections;
}
