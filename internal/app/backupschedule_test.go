package app

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
)

// TestAServerMakesItsBackups starts servers with a schedule on both stacks, encrypted, and restores
// what they made.
func TestAServerMakesItsBackups(t *testing.T) {
	t.Parallel()
	key, err := age.GenerateX25519Identity()
	must(t, err)
	identity := filepath.Join(t.TempDir(), "key.txt")
	must(t, os.WriteFile(identity, []byte(key.String()+"\n"), 0o600))
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		addSGCPeople(t, settings)
		settings.Backup = config.Backup{BackupTo: t.TempDir(), BackupEvery: time.Hour, BackupKeep: 2, BackupEncrypt: []string{key.Recipient().String()}}
		base, stop := serve(t, settings)
		admin := signIn(t, base, "chief")
		var state struct {
			Backup struct {
				Newest *struct {
					Place    string
					ReadBack bool `json:"read_back"`
				}
				Schedule *struct {
					EverySeconds int64 `json:"every_seconds"`
					Encrypted    bool
				}
			}
		}
		for range 200 {
			must(t, json.Unmarshal(admin.call(t, http.MethodGet, "/api/overview", nil, nil).body, &state))
			if state.Backup.Newest != nil {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		n, s := state.Backup.Newest, state.Backup.Schedule
		if n == nil || n.Place != settings.BackupTo || !n.ReadBack || s == nil || s.EverySeconds != 3600 || !s.Encrypted {
			t.Fatalf("%+v, %+v", n, s)
		}
		stop()
		commanded(t, console.ExitOK, "0 differences", "restore", "--data", t.TempDir(), "--identity", identity, settings.BackupTo)
	})
}

// TestTheLastGoodBackupStays: with one to keep, the one before goes only after a complete newer one.
func TestTheLastGoodBackupStays(t *testing.T) {
	t.Parallel()
	in, dir := withFilesOfAllKinds(t, newInstallation(t)), t.TempDir()
	in.with(t, func(k *stack) {
		made := func() (id string, err error) {
			t.Helper()
			err = withBackups(t.Context(), dir, func(place *blob.Bucket) error {
				b, err := k.makeBackup(t.Context(), place, 1, nil)
				if b != nil {
					id = b.ID
				}
				return err
			})
			return id, err
		}
		manifests := func() string {
			t.Helper()
			list, err := filepath.Glob(filepath.Join(dir, "backups", "*.json"))
			must(t, err)
			return strings.Join(list, " ")
		}
		_, err := made()
		must(t, err)
		good, err := made()
		must(t, err)
		if list := manifests(); strings.Count(list, ".json") != 1 || !strings.Contains(list, good) {
			t.Errorf("kept %s, want %s alone", list, good)
		}
		before := maps.Clone(in.now)
		in.send(t, k, true)
		for key := range in.now {
			if _, known := before[key]; !known {
				must(t, in.blobs.Delete(t.Context(), key))
			}
		}
		if _, err := made(); errs.CodeOf(err) != "incomplete_backup" {
			t.Errorf("a backup with a lost file: %v", err)
		}
		if list := manifests(); !strings.Contains(list, good) {
			t.Errorf("the last good backup %s was removed: %s", good, list)
		}
	})
}

// TestBackupsElsewhere refuses settings of which no backup could come.
func TestBackupsElsewhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"inside of the files":      {"--backup-to", filepath.Join(dir, "blobs", "b")},
		"from 15m to 744h":         {"--backup-to", t.TempDir(), "--backup-every", "14m"},
		"--backup-keep has to be":  {"--backup-to", t.TempDir(), "--backup-keep", "0"},
		"--backup-to has to start": {"--backup-to", "ftp://x/y"},
		"needs --backup-to":        {"--backup-encrypt", "age1x"},
		"age":                      {"--backup-to", t.TempDir(), "--backup-encrypt", "age1x"},
	} {
		commanded(t, console.ExitUsage, want, append([]string{"serve", "--data", dir, "--listen", "127.0.0.1:0"}, args...)...)
	}
}
