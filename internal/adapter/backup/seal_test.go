package backup_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/platform/errs"
)

// newKey returns a new identity of age and its recipient.
func newKey(t *testing.T) (*age.X25519Identity, *backup.Recipients) {
	t.Helper()
	id, err := age.GenerateX25519Identity()
	must(t, err)
	r, err := backup.ParseRecipients([]string{id.Recipient().String()})
	must(t, err)
	return id, r
}

// sealed returns an installation with an encrypted backup, and what decrypts it.
func sealed(t *testing.T) (*site, *age.X25519Identity) {
	t.Helper()
	s := newFilled(t)
	id, recipients := newKey(t)
	s.opt.Recipients = recipients
	s.backup(t)
	return s, id
}

// sealedObjects returns the objects of the place.
func sealedObjects(t *testing.T, s *site) map[string]string {
	t.Helper()
	all := contents(t, s.dir)
	for name := range all {
		if strings.HasPrefix(name, "backups/") {
			delete(all, name)
		}
	}
	if len(all) < 5 {
		t.Fatalf("%d objects", len(all))
	}
	return all
}

func (s *site) faults(t *testing.T, m *backup.Manifest) []string {
	t.Helper()
	bad, err := m.Verify(t.Context(), s.place, map[string]error{}, quiet)
	must(t, err)
	return bad
}

// TestNothingReadableIsInAnEncryptedBackup decrypts each object with age alone, and looks for the start of
// its content in the clear.
func TestNothingReadableIsInAnEncryptedBackup(t *testing.T) {
	t.Parallel()
	s, id := sealed(t)
	for name, text := range sealedObjects(t, s) {
		r, err := age.Decrypt(strings.NewReader(text), id)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		plain, err := io.ReadAll(r)
		must(t, err)
		if hash, _, _ := strings.Cut(filepath.Base(name), "."); sha(plain) != hash {
			t.Errorf("%s decrypts to something else", name)
		}
		if bytes.Contains([]byte(text), plain[:min(len(plain), 32)]) && len(plain) > 0 {
			t.Errorf("%s has its content in the clear", name)
		}
	}
}

func TestAnEncryptedBackupIsRestored(t *testing.T) {
	t.Parallel()
	s, id := sealed(t)
	before, again := s.report(t)
	if again.Written > 0 || again.Replaced > 0 || again.Shared == 0 {
		t.Errorf("the second backup wrote again: %+v", again)
	}
	must(t, before.Unlock(t.Context(), s.place, backup.Identities{id}))
	if bad := s.faults(t, before); len(bad) > 0 {
		t.Errorf("damaged: %v", bad)
	}
	to := emptySite(t, "", "")
	must(t, before.Of(t.Context(), s.place).Into(t.Context(), to.db, to.files, quiet))
	after := to.backup(t)
	for i, table := range before.Tables {
		if table.SHA256 != after.Tables[i].SHA256 {
			t.Errorf("the table %s differs", table.Name)
		}
	}
	if len(before.Files) == 0 || len(before.Files) != len(after.Files) {
		t.Errorf("%d files, restored %d", len(before.Files), len(after.Files))
	}
}

func TestAWrongIdentityIsRefused(t *testing.T) {
	t.Parallel()
	s, _ := sealed(t)
	other, _ := newKey(t)
	m, err := backup.Find(t.Context(), s.place, "")
	must(t, err)
	for code, ids := range map[string]backup.Identities{"encrypted_backup": nil, "wrong_identity": {other}} {
		err := m.Unlock(t.Context(), s.place, ids)
		if errs.CodeOf(err) != code || !strings.Contains(err.Error(), "--identity") || !strings.Contains(err.Error(), m.Recipients[0]) {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestAFlippedBitOfAnEncryptedBackupIsNamed flips a bit of each object in turn, in the head with the wrapped
// key and at the end. Verification names the object, with the identity and without.
func TestAFlippedBitOfAnEncryptedBackupIsNamed(t *testing.T) {
	t.Parallel()
	s, id := sealed(t)
	for name, text := range sealedObjects(t, s) {
		path := filepath.Join(s.dir, filepath.FromSlash(name))
		for _, at := range []int{90, len(text) - 1} {
			flipped := []byte(text)
			flipped[at] ^= 1
			must(t, os.WriteFile(path, flipped, 0o600))
			for _, ids := range []backup.Identities{nil, {id}} {
				m, err := backup.Find(t.Context(), s.place, "")
				must(t, err)
				if ids != nil {
					must(t, m.Unlock(t.Context(), s.place, ids))
				}
				if bad := s.faults(t, m); !slices.ContainsFunc(bad, func(fault string) bool { return strings.Contains(fault, name) }) {
					t.Errorf("byte %d of %s, with %d identities: %v", at, name, len(ids), bad)
				}
			}
		}
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
}

// TestADamagedEncryptedObjectIsReplaced: the next backup detects the damage without the identity.
func TestADamagedEncryptedObjectIsReplaced(t *testing.T) {
	t.Parallel()
	s, id := sealed(t)
	for name, text := range sealedObjects(t, s) {
		must(t, os.WriteFile(filepath.Join(s.dir, filepath.FromSlash(name)), []byte(text[:len(text)-1]+"x"), 0o600))
		break
	}
	m, r := s.report(t)
	if r.Replaced != 1 {
		t.Errorf("%+v", r)
	}
	must(t, m.Unlock(t.Context(), s.place, backup.Identities{id}))
	if bad := s.faults(t, m); len(bad) > 0 {
		t.Errorf("damaged: %v", bad)
	}
}

// TestOtherRecipientsShareNothing: a backup for other keys is decrypted by them alone, and one without
// encryption stays readable.
func TestOtherRecipientsShareNothing(t *testing.T) {
	t.Parallel()
	s, first := sealed(t)
	second, recipients := newKey(t)
	s.opt.Recipients = recipients
	m, r := s.report(t)
	if r.Shared > 0 {
		t.Errorf("%d objects are shared", r.Shared)
	}
	if err := m.Unlock(t.Context(), s.place, backup.Identities{first}); errs.CodeOf(err) != "wrong_identity" {
		t.Errorf("the first identity opens it: %v", err)
	}
	s.opt.Recipients = nil
	plain, r := s.report(t)
	if r.Shared > 0 || plain.Encrypted() {
		t.Errorf("%d objects are shared", r.Shared)
	}
	must(t, m.Unlock(t.Context(), s.place, backup.Identities{second}))
	for _, m := range []*backup.Manifest{m, plain} {
		if bad := s.faults(t, m); len(bad) > 0 {
			t.Errorf("%s: %v", m.ID, bad)
		}
	}
	p, err := backup.Prune(t.Context(), s.place, 1, s.now())
	must(t, err)
	if p.Backups != 2 || p.Objects == 0 || len(s.faults(t, plain)) > 0 {
		t.Errorf("%+v", p)
	}
	for name := range contents(t, s.dir) {
		if strings.Contains(name, ".age-") {
			t.Errorf("%s stays", name)
		}
	}
}

func TestRecipientsAndIdentitiesAreRead(t *testing.T) {
	t.Parallel()
	if r, err := backup.ParseRecipients(nil); r != nil || err != nil {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := backup.ParseRecipients([]string{"age1wrong"}); errs.CodeOf(err) != "bad_recipient" {
		t.Error(err)
	}
	if _, err := backup.ParseIdentities(strings.NewReader("age1wrong")); errs.CodeOf(err) != "bad_identity" {
		t.Error(err)
	}
}
