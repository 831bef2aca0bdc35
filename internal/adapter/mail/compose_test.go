package mail

import (
	"bytes"
	"io"
	"maps"
	"mime"
	"mime/quotedprintable"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
)

// For any input, a written message has these fields once, with the given content.
func FuzzCompose(f *testing.F) {
	m, err := New(Options{URL: "smtp://localhost", From: "cohortium@example.org", Now: time.Now})
	if err != nil {
		f.Fatal(err)
	}
	fields := []string{"Auto-Submitted", "Content-Transfer-Encoding", "Content-Type", "Date", "From", "Message-Id", "Mime-Version", "Subject", "To"}
	f.Add("person-one@example.org", "Your invitation", "Hello\n")
	f.Add("größe@example.org", "Größe =?UTF-8?q?=0D=0ABcc:?=", ".\r\n.\n")
	f.Add("person-one@example.org", "Hello =?UTF-8?q?=0D=0ABcc:?=", "")
	f.Add("a@b\r\nBcc: c@d", "a\r\nBcc: c@d", "a\rb\x00")
	f.Add(`"a b"@example.org`, strings.Repeat("ü ", 100), strings.Repeat("=", 2000))
	f.Fuzz(func(t *testing.T, to, subject, text string) {
		if bareAddress(to) != nil {
			return
		}
		letter, err := m.compose(auth.Message{To: to, Subject: subject, Text: text})
		if err != nil {
			return
		}
		var raw bytes.Buffer
		if _, err := letter.WriteTo(&raw); err != nil {
			t.Fatal(err)
		}
		read, err := netmail.ReadMessage(&raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fields, slices.Sorted(maps.Keys(read.Header))); diff != "" {
			t.Error(diff)
		}
		for name, values := range read.Header {
			if len(values) != 1 {
				t.Errorf("%s stands there %d times", name, len(values))
			}
		}
		got, err := new(mime.WordDecoder).DecodeHeader(read.Header.Get("Subject"))
		if err != nil || strings.TrimSpace(got) != strings.TrimSpace(subject) {
			t.Errorf("the subject is %q (%v), want %q", got, err, subject)
		}
		list, err := netmail.ParseAddressList(read.Header.Get("To"))
		if err != nil || len(list) != 1 || list[0].Address != to {
			t.Errorf("the recipients are %v (%v), want %q", list, err, to)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(read.Body))
		if want := strings.ReplaceAll(text, "\r\n", "\n"); err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != want {
			t.Errorf("the text is %q (%v), want %q", body, err, want)
		}
	})
}
