import { describe, expect, it } from 'vitest';
import { passwordChangeRefusal } from './rules.ts';

describe('passwordChangeRefusal', () => {
  const check = (currentPassword: string, newPassword: string, confirmPassword?: string) => {
    const refusal = passwordChangeRefusal({ currentPassword, newPassword, confirmPassword });
    return refusal && `${refusal.title}: ${refusal.message}`;
  };

  it('says the four texts of the specification', () => {
    expect(check('', 'river-5', 'river-5')).toBe(
      'Missing Information: Please fill in all password fields.',
    );
    expect(check('old-one', 'river-5', 'river-6')).toBe(
      'Password Mismatch: New password and confirmation do not match.',
    );
    expect(check('old-one', 'five5', 'five5')).toBe(
      'Password Too Short: New password must be at least 6 characters long.',
    );
    expect(check('river-5', 'river-5', 'river-5')).toBe(
      'Same Password: New password must be different from current password.',
    );
    expect(check('old-one', 'river-5', 'river-5')).toBeUndefined();
  });

  it('checks them in their order', () => {
    expect(check('a', 'a', '')).toContain('Missing Information');
    expect(check('a', 'a', 'b')).toContain('Password Mismatch');
    expect(check('a', 'a', 'a')).toContain('Password Too Short');
  });

  it('does without the confirmation, which the call does not carry', () => {
    expect(check('old-one', '')).toContain('Missing Information');
    expect(check('old-one', 'river-5')).toBeUndefined();
  });

  it('counts characters and not their parts, and compares by their normal form', () => {
    expect(check('old-one', '🐟🐟🐟')).toContain('Password Too Short');
    expect(check('caf\u00e9-1', 'cafe\u0301-1')).toContain('Same Password');
  });
});
