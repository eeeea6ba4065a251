import { Button, Classes, Tag } from '@blueprintjs/core';
import {
  CalculatorIcon,
  DesktopIcon,
  FlashIcon,
  HelpIcon,
  IdNumberIcon,
  KeyCommandIcon,
  KeyIcon,
  LogOutIcon,
  MenuIcon,
  MoonIcon,
  SearchIcon,
  ShieldIcon,
  UserIcon,
} from '@blueprintjs/icons';
import type { Company } from '@nimule/core/company/schema';
import { roleLabels } from '@nimule/core/identity/roles';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { type JSX, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useMay } from '../ui/allowed.tsx';
import { DemoMark } from '../ui/brand/demo-mark.tsx';
import { Mark } from '../ui/brand/mark.tsx';
import { lazyPage } from '../ui/lazy-page.ts';
import { toast, toastError } from '../ui/overlay/toaster.tsx';
import { chooseTheme, chosenTheme, themes } from '../ui/theme.ts';
import { doOwnAct, type OwnAct, onOwnAct, ownActs } from './acts/own-acts.ts';
import { ApprovalsLink } from './approvals-link.tsx';
import { whenIdle } from './idle/when-idle.ts';
import { moduleIcons } from './modules/module-icons.tsx';
import { sidebarFor } from './modules/visible-modules.ts';
import { type DashboardView, type ModuleName, modules } from './modules.ts';
import { addressOf, moduleAt, paths } from './paths.ts';
import { preloadModule } from './preload.ts';
import { openSearch, preloadSearch } from './search/open-search.tsx';
import styles from './sidebar.module.css';
import { useIsEmployee } from './use-is-employee.ts';

// With what forms are made of, which the first screen does without.
const PasswordChangeDialog = lazyPage(() =>
  import('../pages/auth/password-change-dialog.tsx').then((m) => m.PasswordChangeDialog),
);

// Loaded when the browser is idle, or when the button is about to be pressed.
const MenuDrawer = lazyPage(() => import('./menu-drawer.tsx').then((m) => m.MenuDrawer));

interface SidebarProps {
  user: CurrentUser;
  company: Company | undefined;
  onLogout: () => void;
}

/** Does what the user menu and the search ask of the shell. Answers the dialog that is open by that. */
function useOwnActs({ user, onLogout }: SidebarProps) {
  const may = useMay();
  const navigate = useNavigate();
  const location = useLocation();
  const [isChanging, setChanging] = useState(false);
  const does = async (act: OwnAct) => {
    if (act === 'signOut') onLogout();
    else if (act === 'password') setChanging(true);
    else if (act === 'keys') await navigate(paths.help('keys'));
    else if (act === 'help')
      await navigate((await import('./help/help-topics.ts')).helpFor(location, may));
    else chooseTheme(act);
  };
  const latest = useRef(does);
  latest.current = does;
  useEffect(() => onOwnAct((act) => void latest.current(act).catch(toastUnloaded)), []);
  return (
    isChanging && (
      <Suspense fallback={null}>
        <PasswordChangeDialog
          user={user}
          onChanged={() => {
            setChanging(false);
            toast('Password Changed', 'Your password has been successfully updated.');
          }}
          onCancel={() => setChanging(false)}
        />
      </Suspense>
    )
  );
}

const toastUnloaded = () => toastError('Check the connection and try again.', 'Help not loaded');

/** On a phone, a bar with a button that opens it as a drawer. */
export function Sidebar(props: SidebarProps) {
  const dialog = useOwnActs(props);
  const [isOpen, setOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const hasNavigated = useRef(false);
  // It stays, so that it can be seen closing.
  const wasOpen = useRef(false);
  if (isOpen) wasOpen.current = true;
  useEffect(() => whenIdle(MenuDrawer.preload), []);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the URL changes
  useEffect(() => {
    hasNavigated.current = true;
    setOpen(false);
  }, [location]);
  return (
    <>
      <header className={styles.bar}>
        <Button
          variant="minimal"
          icon={<MenuIcon />}
          aria-label="Open the menu"
          className={styles.barButton ?? ''}
          ref={menuButton}
          onPointerEnter={MenuDrawer.preload}
          onFocus={MenuDrawer.preload}
          onClick={() => {
            hasNavigated.current = false;
            setOpen(true);
          }}
        />
        <Brand company={props.company} />
        <span className={styles.barEnd}>
          <ApprovalsLink isSmall />
        </span>
        <Button
          variant="minimal"
          icon={<SearchIcon />}
          aria-label="Search everything"
          className={styles.barButton ?? ''}
          onClick={openSearch}
        />
      </header>
      <aside className={styles.sidebar} aria-label="Who and where">
        <SidebarContent {...props} />
      </aside>
      {wasOpen.current && (
        <Suspense fallback={null}>
          <MenuDrawer
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            // After navigation the focus goes to the page. Only now: an open drawer traps the focus.
            onClosed={() => {
              const target = hasNavigated.current
                ? document.querySelector('main')
                : menuButton.current;
              target?.focus({ preventScroll: true });
            }}
          >
            <SidebarContent {...props} />
          </MenuDrawer>
        </Suspense>
      )}
      {dialog}
    </>
  );
}

function Brand({ company }: { company: Company | undefined }) {
  return (
    <div className={styles.brand}>
      <Mark text={company?.logoText ?? ''} size={32} />
      <span className={styles.company}>{company?.name ?? ''}</span>
      <DemoMark company={company} />
    </div>
  );
}

function SidebarContent({ user, company, onLogout }: SidebarProps) {
  const may = useMay();
  const isEmployee = useIsEmployee();
  const { pathname, search } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // Only in a window that is too low for all modules.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when the current module has moved
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [pathname, search, isEmployee]);
  return (
    <>
      <Brand company={company} />
      <UserMenu user={user} isEmployee={isEmployee} />
      <SearchButton />
      <ApprovalsLink item={styles.item} label={styles.label} />
      <nav ref={nav} className={styles.nav} aria-label="Modules">
        {sidebarFor(may).map((section) => (
          <section key={section.title} aria-label={section.title}>
            <h2 className={styles.sectionTitle}>{section.title}</h2>
            <ul>
              {section.items.map((name) => (
                <li key={name}>
                  <Item name={name} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <button type="button" className={styles.logout} onClick={onLogout}>
        <LogOutIcon aria-hidden="true" />
        <span className={styles.label}>{ownActs.signOut}</span>
      </button>
    </>
  );
}

interface UserMenuProps {
  user: CurrentUser;
  isEmployee: boolean;
}

/** Who is signed in, and what is theirs: the theme, their own pages and their password. */
function UserMenu({ user, isEmployee }: UserMenuProps) {
  const may = useMay();
  const location = useLocation();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const close = () => panel.current?.hidePopover?.();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the URL changes
  useEffect(close, [location]);
  return (
    <>
      <button type="button" className={styles.user} popoverTarget={id}>
        <span className="visually-hidden">Your menu: </span>
        <UserIcon aria-hidden="true" />
        <span className={styles.label}>
          <span className={styles.userName}>{user.fullName}</span>
          <Tag className={styles.role ?? ''}>{roleLabels[user.role]}</Tag>
        </span>
        <span className={styles.caret} aria-hidden="true">
          ▾
        </span>
      </button>
      <section
        ref={panel}
        id={id}
        popover="auto"
        className={styles.userPanel}
        aria-label="Your menu"
      >
        <ThemeSwitch />
        {isEmployee && <ViewLink view="mine" icon={<IdNumberIcon />} />}
        {may('till.own') && <ViewLink view="till" icon={<CalculatorIcon />} />}
        <ViewLink view="security" icon={<ShieldIcon />} />
        {(
          [
            ['password', <KeyIcon key="icon" />],
            ['help', <HelpIcon key="icon" />],
            ['keys', <KeyCommandIcon key="icon" />],
          ] as const
        ).map(([act, icon]) => (
          <Button
            key={act}
            variant="minimal"
            alignText="start"
            fill
            className={styles.panelButton ?? ''}
            icon={icon}
            text={ownActs[act]}
            onClick={() => {
              close();
              doOwnAct(act);
            }}
          />
        ))}
      </section>
    </>
  );
}

function SearchButton() {
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts="Control+K"
      onPointerEnter={preloadSearch}
      onFocus={preloadSearch}
      onClick={openSearch}
    >
      <SearchIcon aria-hidden="true" />
      <span className={styles.label}>
        Search <kbd>Ctrl K</kbd>
      </span>
    </button>
  );
}

interface ViewLinkProps {
  view: DashboardView;
  icon: JSX.Element;
}

/** A view of the dashboard with the user's own things (decision 46). */
function ViewLink({ view, icon }: ViewLinkProps) {
  const { pathname, search } = useLocation();
  const isCurrent = moduleAt(pathname, search) === view;
  return (
    <Link
      to={paths.view(view)}
      className={isCurrent ? `${styles.panelLink} ${styles.active}` : styles.panelLink}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={() => preloadModule(view)}
      onFocus={() => preloadModule(view)}
    >
      {icon}
      {modules[view].label}
    </Link>
  );
}

function Item({ name }: { name: ModuleName }) {
  const { label, icon } = modules[name];
  const { pathname, search } = useLocation();
  const active = moduleAt(pathname, search) === name;
  return (
    <Link
      to={addressOf(name)}
      className={active ? `${styles.item} ${styles.active}` : styles.item}
      aria-current={active ? 'page' : undefined}
      onPointerEnter={() => preloadModule(name)}
      onFocus={() => preloadModule(name)}
    >
      <span className={styles.itemIcon} aria-hidden="true">
        {icon && moduleIcons[icon]}
      </span>
      <span className={styles.label}>{label}</span>
    </Link>
  );
}

const themeIcons = { light: <FlashIcon />, dark: <MoonIcon />, system: <DesktopIcon /> };

function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme);
  useEffect(
    () => onOwnAct((act) => setTheme((before) => themes.find((one) => one === act) ?? before)),
    [],
  );
  return (
    <fieldset className={styles.themes}>
      <legend className={Classes.TEXT_MUTED}>
        <span className="visually-hidden">Theme</span>
      </legend>
      {themes.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={theme === choice}
          aria-label={ownActs[choice]}
          title={ownActs[choice]}
          className={styles.theme}
          onClick={() => doOwnAct(choice)}
        >
          {themeIcons[choice]}
        </button>
      ))}
    </fieldset>
  );
}
