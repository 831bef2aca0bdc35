package app

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/config"
)

// TestDemoStartsAgain starts the demo twice on one folder: the second start creates nothing.
func TestDemoStartsAgain(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	watchModes(t, settings.Data)
	first, second := runDemo(t, DemoCmd{Settings: settings}), runDemo(t, DemoCmd{Settings: settings})
	if first == 0 || first != second {
		t.Errorf("%d things were made by the end of the first start, %d by that of the second", first, second)
	}
	checkDemoPeople(t, settings)
}

// checkDemoPeople compares the demo's data with its output: each account has the printed role, and
// each data set belongs to the person with its name.
func checkDemoPeople(t *testing.T, settings config.Settings) {
	t.Helper()
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	for name, account := range demoAccounts() {
		u, err := k.store.Accounts().UserByName(t.Context(), name)
		must(t, err)
		if !slices.Equal(u.Roles, []string{account.role}) || strings.Join(u.Groups, " ") != account.group {
			t.Errorf("%s has the roles %q and the groups %q", name, u.Roles, u.Groups)
		}
	}
	page, _, err := k.store.Hermes().Uploads(t.Context(), hermes.UploadFilter{Limit: 50})
	must(t, err)
	for _, d := range page {
		u, err := k.store.Accounts().User(t.Context(), d.UploaderID)
		must(t, err)
		if u.UserName != d.UploadedBy || !slices.Contains(u.Roles, "uploader") {
			t.Errorf("%s is said to be of %s and is of %s, %q", d.DatasetName, d.UploadedBy, u.UserName, u.Roles)
		}
	}
	if len(page) == 0 {
		t.Error("the demo has no data sets")
	}
}

// runDemo runs the demo until it is loaded, and returns how much was created or changed so far in
// its folder.
func runDemo(t *testing.T, c DemoCmd) int64 {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	said, problems := &stopper{text: "is loaded", stop: stop}, &stopper{text: "could not be loaded", stop: stop}
	must(t, c.Run(&console.Env{Ctx: ctx, Stdout: said, Stderr: problems}))
	if !strings.Contains(said.String(), said.text) {
		t.Fatalf("the demo was not loaded: %s\n%s", problems, said)
	}
	return made(t, c)
}

func made(t *testing.T, c DemoCmd) int64 {
	t.Helper()
	k, err := openStack(t.Context(), c.Settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	var makes []string
	for _, a := range []audit.Action{
		audit.UserCreated, audit.FileUploaded, audit.UploadRegistered, audit.MetaAnalysisStarted, audit.Created, audit.Changed,
		audit.Shared, audit.MetadataChanged, audit.Deleted,
	} {
		makes = append(makes, string(a))
	}
	page, err := k.audit.Search(t.Context(), audit.Filter{Actions: makes})
	must(t, err)
	return page.Total
}

// stopper is an output that stops the program at a text.
type stopper struct {
	bytes.Buffer
	text string
	stop context.CancelFunc
}

// Write implements io.Writer.
func (s *stopper) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if strings.Contains(s.String(), s.text) {
		s.stop()
	}
	return n, err
}
