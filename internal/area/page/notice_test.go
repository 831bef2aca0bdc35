package page_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
)

// mailbox keeps the mails sent to it.
type mailbox struct {
	sent []auth.Message
	away bool
}

func (m *mailbox) Send(_ context.Context, message auth.Message) error {
	if m.away {
		return errors.New("away")
	}
	m.sent = append(m.sent, message)
	return nil
}

// addresses are the known addresses, by user name.
type addresses map[string]string

func (a addresses) UserByName(_ context.Context, name string) (*auth.User, error) {
	return &auth.User{ID: name, UserName: name, Email: a[name]}, nil
}

// A newer version of the source that cannot be made into a table is reported as well.
func TestTheOwnerIsNotifiedThatATableFailed(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		box := &mailbox{}
		w.serve(t, page.Config{Accounts: addresses{"ann": "ann@example.org"}, Mailer: box})
		v := w.published(t, "abc", true)
		next := w.table("t2", "ann")
		next.Ready, next.Failed, w.tables["t1"].renewed = false, "Row 7 has 3 cells, not 4.", "t2"
		for range 3 {
			must(t, w.Sweep(t.Context()))
		}
		got, err := w.Page(t.Context(), w.ann, v.ID)
		must(t, err)
		if want := "The newest version of the source could not be read: Row 7 has 3 cells, not 4."; got.Publication.Behind != want ||
			got.Publication.TableID != "t1" {
			t.Errorf("%+v", got.Publication)
		}
		if len(box.sent) != 1 || !strings.Contains(box.sent[0].Text, "Row 7 has 3 cells, not 4.") {
			t.Errorf("%+v", box.sent)
		}
	})
}

// A page that cannot follow is published by ann, and its source changes so that it has one column
// less; staying returns the page and the mails to ann.
func staying(t *testing.T, w *workshop, box *mailbox, known addresses) (*page.View, []auth.Message) {
	t.Helper()
	w.serve(t, page.Config{Accounts: known, Mailer: box, BaseURL: "https://cohortium.example.org/"})
	v := w.published(t, "abc", true)
	next := w.table("t2", "ann")
	next.Columns, w.tables["t1"].renewed = next.Columns[1:], "t2"
	for range 4 { // reported once, however often it is checked
		must(t, w.Sweep(t.Context()))
	}
	got, err := w.Page(t.Context(), w.ann, v.ID)
	must(t, err)
	return got, box.sent
}

func TestTheOwnerIsNotifiedThatAPageCannotFollow(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		v, sent := staying(t, w, &mailbox{}, addresses{"ann": "ann@example.org"})
		if len(sent) != 1 {
			t.Fatalf("%d mails", len(sent))
		}
		m := sent[0]
		if m.To != "ann@example.org" || m.Subject != "Your page “Heart failure” cannot show its newest data" {
			t.Errorf("%+v", m)
		}
		for _, part := range []string{v.Publication.Behind, "“CHR”", "https://cohortium.example.org/configbuilder?page=" + v.ID + "\n", "https://cohortium.example.org/p/pages/abc\n"} {
			if !strings.Contains(m.Text, part) {
				t.Errorf("%q is not in %s", part, m.Text)
			}
		}
	})
}

// A notice that cannot be mailed is still on the page.
func TestAPageStaysWithoutMail(t *testing.T) {
	onEach(t, func(t *testing.T, w *workshop) {
		for name, c := range map[string]struct {
			box   *mailbox
			known addresses
		}{
			"no address":         {&mailbox{}, addresses{}},
			"the server is away": {&mailbox{away: true}, addresses{"ann": "ann@example.org"}},
		} {
			v, sent := staying(t, w, c.box, c.known)
			if len(sent) != 0 || v.Publication.Behind == "" || v.Publication.TableID != "t1" {
				t.Errorf("%s: %+v, %+v", name, sent, v.Publication)
			}
			must(t, w.Delete(t.Context(), w.ann, v.ID, false))
			w.table("t1", "ann")
		}
	})
}
