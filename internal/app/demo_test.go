package app

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"cohortium/internal/audit"
)

// TestDemoStartsAgain starts the demo twice on one folder: the second start finds
// everything and makes nothing.
func TestDemoStartsAgain(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	first, second := runDemo(t, DemoCmd{Settings: settings}), runDemo(t, DemoCmd{Settings: settings})
	if first == 0 || first != second {
		t.Errorf("%d things were made by the end of the first start, %d by that of the second", first, second)
	}
}

// runDemo runs the demo until it is loaded, and gives how much was made or changed
// on its folder so far.
func runDemo(t *testing.T, c DemoCmd) int64 {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	said, problems := &stopper{text: "is loaded", stop: stop}, &stopper{text: "could not be loaded", stop: stop}
	must(t, c.Run(&Env{Ctx: ctx, Stdout: said, Stderr: problems}))
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
