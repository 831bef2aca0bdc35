package setup_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/area/setup"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/rule"
)

// post accepts mail, or rejects it.
type post struct {
	sent []auth.Message
	err  error
}

func (p *post) Send(_ context.Context, m auth.Message) error {
	if p.err == nil {
		p.sent = append(p.sent, m)
	}
	return p.err
}

// office is a new server, and its first administrator.
type office struct {
	deps      setup.Deps
	admin     *auth.Identity
	installed *reference.Folder
	store     *store.Store
	mail      *post
}

func newOffice(t *testing.T) *office {
	t.Helper()
	db := storetest.OpenSQLite(t)
	now := func() time.Time { return storetest.Epoch }
	ids := 0
	newID := func() string { ids++; return fmt.Sprintf("id%05d", ids) }
	accounts, err := auth.New(
		auth.Deps{Store: db.Accounts(), Now: now, NewID: newID, Random: rand.Reader, Settings: auth.DefaultSettings(), Log: slog.New(slog.DiscardHandler)},
	)
	must(t, err)
	t.Cleanup(func() { _ = accounts.Close() })
	blobs, err := blob.Open(t.Context(), "mem://")
	must(t, err)
	t.Cleanup(func() { _ = blobs.Close() })
	o := &office{installed: reference.Open(t.TempDir(), now), store: db, mail: &post{}}
	storetest.AddUser(t, db, "ada", auth.RoleAdmin)
	o.admin = auth.NewIdentity(&auth.User{ID: "ada", UserName: "ada", Email: "ada@example.org", IsActive: true, Roles: []string{auth.RoleAdmin}}, nil)
	o.deps = setup.Deps{
		Accounts:  accounts,
		Hermes:    hermes.NewService(db.Hermes(), upload.NewService(db, blobs, now, newID, upload.Options{}), blobs, now, newID, hermes.Config{}),
		Reference: o.installed.Registry,
		Audit:     audit.NewLog(db, now),
		LinksTo:   "http://localhost:8080",
		Rules:     rule.NewService(db.Rule(), now),
	}
	return o
}

// steps returns the steps of the server, by key.
func (o *office) steps(t *testing.T, origin string) map[string]setup.Step {
	t.Helper()
	list, err := setup.New(o.deps).Steps(t.Context(), o.admin, origin)
	must(t, err)
	steps := map[string]setup.Step{}
	for _, s := range list {
		steps[s.Key] = s
		if s.Done != (s.Action == nil) || s.Title == "" || !strings.HasSuffix(s.Fact, ".") {
			t.Errorf("%+v", s)
		}
	}
	return steps
}

func TestAnEmptyServer(t *testing.T) {
	t.Parallel()
	steps := newOffice(t).steps(t, "http://localhost:8080")
	for key, done := range map[string]bool{
		"administrator": true, "address": false, "mail": false, "panel": false, "chains": true, "genes": true, "phenotypes": false, "people": false,
	} {
		if s, there := steps[key]; !there || s.Done != done {
			t.Errorf("%s: %+v, want done: %v", key, s, done)
		}
	}
	if len(steps) != 8 {
		t.Errorf("%d steps", len(steps))
	}
}

// Every step is done once its fact is there, and not before.
func TestStepsTickThemselves(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	const base = "https://gwas.example.org"
	o.deps.BaseURL = base + "/"
	if s := o.steps(t, "http://10.0.0.1")["address"]; s.Done || !strings.Contains(s.Fact, "you came by http://10.0.0.1") ||
		s.Action.Address != base+"/admin/setup" {
		t.Errorf("reached otherwise: %+v", s)
	}
	if s := o.steps(t, base)["address"]; !s.Done {
		t.Errorf("reached: %+v", s)
	}

	must(t, o.deps.Hermes.EnsurePhenotypes(t.Context()))
	if s := o.steps(t, base)["phenotypes"]; !s.Done || s.Fact != "HERMES offers 5 phenotypes." {
		t.Errorf("%+v", s)
	}
	storetest.AddUser(t, o.store, "ben", "uploader")
	if s := o.steps(t, base)["people"]; !s.Done || s.Fact != "Besides you, 1 person has an account or an invitation." {
		t.Errorf("%+v", s)
	}

	panel := filepath.Join(t.TempDir(), "sites.txt")
	must(t, os.WriteFile(panel, []byte("ID CHR POS REF ALT AF\nrs1 1 50 A G 0.5\n"), 0o600))
	for _, build := range []string{"GRCh38", "GRCh37"} {
		_, err := o.installed.Add(t.Context(), panel, reference.Note{Type: reference.Panel, Name: "on" + build, Ancestry: "EUR", Build: build})
		must(t, err)
		s := o.steps(t, base)["panel"]
		if s.Done != (build == "GRCh37") || s.Done && s.Fact != "Installed on GRCh37 (hg19): onGRCh37." {
			t.Errorf("%s: %+v", build, s)
		}
	}
}

// The fact about genes names the list used for answers.
func TestGenesAreNamed(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	inside := "The list inside the program (Ensembl 110 by way of the npm package ideogram 1.53.0) has 19,168 protein-coding genes on GRCh37 (hg19)."
	if s := o.steps(t, "")["genes"]; s.Fact != inside {
		t.Errorf("%q", s.Fact)
	}
	list := filepath.Join(t.TempDir(), "few.txt")
	must(t, os.WriteFile(list, []byte("# genome_build: GRCh37\nONE\tENSG1\t1\t100\t200\t+\t\t\n"), 0o600))
	_, err := o.installed.Add(t.Context(), list, reference.Note{Type: reference.Genes, Name: "few", Version: "7"})
	must(t, err)
	if s := o.steps(t, "")["genes"]; s.Fact != "The installed list few 7 has 1 protein-coding gene on GRCh37 (hg19)." {
		t.Errorf("%q", s.Fact)
	}
}

// A test mail counts for the server that accepted it, and for no other.
func TestMailIsTested(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	wantCode := func(err error, code string) {
		t.Helper()
		var e *errs.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%v, want %s", err, code)
		}
	}
	test := func() error { return setup.New(o.deps).TestMail(t.Context(), o.admin) }
	wantCode(test(), "no_mail")
	o.deps.Mailer, o.deps.MailServer = o.mail, "mail.example.org from noreply@example.org"
	if s := o.steps(t, "")["mail"]; s.Done || !s.Action.TestMail {
		t.Errorf("%+v", s)
	}
	o.mail.err = errs.New(errs.Unavailable, "mail_down", "The mail server does not answer.")
	wantCode(test(), "mail_down")
	if o.steps(t, "")["mail"].Done {
		t.Error("a mail that was refused counts")
	}
	o.mail.err = nil
	must(t, test())
	if len(o.mail.sent) != 1 || o.mail.sent[0].To != "ada@example.org" {
		t.Errorf("%+v", o.mail.sent)
	}
	if s := o.steps(t, "")["mail"]; !s.Done || !strings.HasPrefix(s.Fact, "mail.example.org from noreply@example.org took a test mail on ") {
		t.Errorf("%+v", s)
	}
	o.deps.MailServer = "other.example.org from noreply@example.org"
	if o.steps(t, "")["mail"].Done {
		t.Error("the test of another server counts")
	}
	o.admin.User.Email = ""
	wantCode(test(), "no_email")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
