package mail_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/mail"
	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const password = "a pass:word/with@signs"

func start(t *testing.T, o mailtest.Options) *mailtest.Server {
	t.Helper()
	s, err := mailtest.Start(o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Stop()) })
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T, o mail.Options) *mail.Mailer {
	t.Helper()
	if o.From == "" {
		o.From = "Cohortium <cohortium@example.org>"
	}
	o.Now = func() time.Time { return time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC) }
	o.NewID = func() string { return "id" }
	m, err := mail.New(o)
	must(t, err)
	return m
}

// away returns the options for a server under a name that is not of this machine.
func away(s *mailtest.Server) mail.Options {
	return mail.Options{
		URL: strings.Replace(s.URL(), s.Address(), "mail.example.org", 1), RootCAs: s.RootCAs(),
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, s.Address())
		},
	}
}

var letter = auth.Message{
	To:      "person-one@example.org",
	Subject: "Your invitation – Größe ≥ 1",
	Text: "Follow this link:\n\nhttps://cohortium.example.org/register#invitation=" + strings.Repeat(
		"x",
		100,
	) + "\n.\nA line of one dot above, and = and ü.\n",
}

func wantProblem(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Fatalf("error is %v (kind %v), want kind %v, code %s", err, errs.KindOf(err), kind, code)
	}
	if strings.Contains(err.Error(), "pass:word") || strings.Contains(err.Error(), "pass%3Aword") {
		t.Errorf("%v holds the password", err)
	}
}

func TestTheMessageArrivesAsWritten(t *testing.T) {
	s := start(t, mailtest.Options{})
	must(t, connect(t, mail.Options{URL: s.URL()}).Send(t.Context(), letter))
	want := []mailtest.Message{{
		From: "cohortium@example.org", To: []string{letter.To}, Subject: letter.Subject, Text: letter.Text,
		Header: map[string][]string{
			"From": {`"Cohortium" <cohortium@example.org>`}, "To": {"<person-one@example.org>"},
			"Subject": {"=?UTF-8?q?Your_invitation_=E2=80=93_Gr=C3=B6=C3=9Fe_=E2=89=A5_1?="},
			"Date":    {"Sat, 21 Nov 2026 08:30:00 +0000"}, "Message-Id": {"<id@example.org>"}, "Auto-Submitted": {"auto-generated"},
			"Mime-Version": {"1.0"}, "Content-Type": {"text/plain; charset=UTF-8"}, "Content-Transfer-Encoding": {"quoted-printable"},
		},
	}}
	if diff := cmp.Diff(want, s.Messages()); diff != "" {
		t.Error(diff)
	}
}

func TestWaysToTheServer(t *testing.T) {
	signIn := mailtest.Options{UserName: "user@example.org", Password: password}
	secure := signIn
	secure.StartTLS = true
	wrapped := signIn
	wrapped.TLS = true
	for _, c := range []struct {
		name   string
		server mailtest.Options
		client func(*mailtest.Server) mail.Options
	}{
		{"this machine", mailtest.Options{}, here},
		{"this machine, signed in", signIn, here},
		{"STARTTLS", mailtest.Options{StartTLS: true}, away},
		{"STARTTLS, signed in", secure, away},
		{"TLS", mailtest.Options{TLS: true}, away},
		{"TLS, signed in", wrapped, away},
		{"TLS to this machine", wrapped, here},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, c.server)
			must(t, connect(t, c.client(s)).Send(t.Context(), letter))
			if got := s.Messages(); len(got) != 1 || got[0].Text != letter.Text {
				t.Errorf("the server has %v", got)
			}
		})
	}
}

func here(s *mailtest.Server) mail.Options {
	return mail.Options{URL: s.URL(), RootCAs: s.RootCAs()}
}

func TestServersThatDoNotTakeIt(t *testing.T) {
	signIn := mailtest.Options{UserName: "user@example.org", Password: password}
	for _, c := range []struct {
		name   string
		server mailtest.Options
		client func(*mailtest.Server) mail.Options
		code   string
	}{
		{"recipient unknown", mailtest.Options{Refuse: []string{letter.To}}, here, "mail_refused"},
		{"busy", mailtest.Options{Busy: true}, here, "mail_unavailable"},
		{"connection lost at the greeting", mailtest.Options{Drop: mailtest.AtGreeting}, here, "mail_unavailable"},
		{"connection lost at the recipient", mailtest.Options{Drop: mailtest.AtRecipient}, here, "mail_unavailable"},
		{"no TLS offered", mailtest.Options{}, away, "mail_unavailable"},
		{"no TLS offered to one who would sign in", signIn, away, "mail_unavailable"},
		{"certificate that nobody vouches for", mailtest.Options{StartTLS: true}, func(s *mailtest.Server) mail.Options {
			o := away(s)
			o.RootCAs = nil
			return o
		}, "mail_unavailable"},
		{"certificate of another name", mailtest.Options{TLS: true}, func(s *mailtest.Server) mail.Options {
			o := away(s)
			o.URL = "smtps://other.example.org"
			return o
		}, "mail_unavailable"},
		{"signing in needed", signIn, func(s *mailtest.Server) mail.Options { return mail.Options{URL: "smtp://" + s.Address()} }, "mail_unavailable"},
		{"wrong password", signIn, func(s *mailtest.Server) mail.Options {
			return mail.Options{URL: "smtp://user%40example.org:not%20the%20pass%3Aword@" + s.Address()}
		}, "mail_unavailable"},
		{"signing in not offered", mailtest.Options{}, func(s *mailtest.Server) mail.Options {
			return mail.Options{URL: "smtp://user:pass%3Aword@" + s.Address()}
		}, "mail_unavailable"},
		{"nobody listens", mailtest.Options{}, func(s *mailtest.Server) mail.Options {
			return mail.Options{URL: s.URL(), Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("connection refused") }}
		}, "mail_unavailable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, c.server)
			open := new(counted)
			err := connect(t, open.watch(c.client(s))).Send(t.Context(), letter)
			wantProblem(t, err, errs.Unavailable, c.code)
			if got := s.Messages(); len(got) != 0 {
				t.Errorf("the server has %v", got)
			}
			if n := open.n.Load(); n != 0 {
				t.Errorf("%d connections stay open", n)
			}
		})
	}
}

// counted counts the connections that are open.
type counted struct{ n atomic.Int64 }

type countedConn struct {
	net.Conn
	once   sync.Once
	closed func()
}

func (c *countedConn) Close() error {
	c.once.Do(c.closed)
	return c.Conn.Close()
}

func (c *counted) watch(o mail.Options) mail.Options {
	dial := o.Dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	o.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c.n.Add(1)
		return &countedConn{Conn: conn, closed: func() { c.n.Add(-1) }}, nil
	}
	return o
}

func TestConnectionLostAfterAcceptance(t *testing.T) {
	s := start(t, mailtest.Options{Drop: mailtest.AfterText})
	must(t, connect(t, here(s)).Send(t.Context(), letter))
	if got := s.Messages(); len(got) != 1 {
		t.Errorf("the server has %d messages, want 1", len(got))
	}
}

func TestAServerThatHangs(t *testing.T) {
	for _, c := range []struct {
		name  string
		speak func(net.Conn)
		want  time.Duration // of waiting
	}{
		{"says nothing", func(net.Conn) {}, 10 * time.Second},
		{"greets and says nothing more", func(conn net.Conn) { fmt.Fprint(conn, "220 localhost\r\n") }, 10 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, server := net.Pipe()
				defer server.Close()
				m := connect(t, mail.Options{URL: "smtp://localhost", Dial: func(context.Context, string, string) (net.Conn, error) { return client, nil }})
				go func() {
					c.speak(server)
					_, _ = io.Copy(io.Discard, server)
				}()
				began := time.Now()
				wantProblem(t, m.Send(t.Context(), letter), errs.Unavailable, "mail_unavailable")
				if took := time.Since(began); took != c.want {
					t.Errorf("waited %v, want %v", took, c.want)
				}
			})
		})
	}
}

func TestTheCallersContextEndsTheConversation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := net.Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		go func() {
			fmt.Fprint(server, "220 localhost\r\n")
			_, _ = io.Copy(io.Discard, server)
		}()
		m := connect(t, mail.Options{URL: "smtp://localhost", Dial: func(context.Context, string, string) (net.Conn, error) { return client, nil }})
		began := time.Now()
		wantProblem(t, m.Send(ctx, letter), errs.Unavailable, "mail_unavailable")
		if took := time.Since(began); took != time.Second {
			t.Errorf("waited %v, want 1 s", took)
		}
	})
}

func TestNothingSlipsIntoTheHeader(t *testing.T) {
	s := start(t, mailtest.Options{})
	m := connect(t, here(s))
	for _, c := range []struct {
		name   string
		change func(*auth.Message)
		kind   errs.Kind
	}{
		{"no recipient", func(l *auth.Message) { l.To = "" }, errs.Rule},
		{"not an address", func(l *auth.Message) { l.To = "person-one" }, errs.Rule},
		{"two recipients", func(l *auth.Message) { l.To = "person-one@example.org, person-two@example.org" }, errs.Rule},
		{"recipient with a name", func(l *auth.Message) { l.To = "Person One <person-one@example.org>" }, errs.Rule},
		{"recipient with a comment", func(l *auth.Message) { l.To = "person-one@example.org (one)" }, errs.Rule},
		{"recipient of two lines", func(l *auth.Message) { l.To = "person-one@example.org\r\nBcc: person-two@example.org" }, errs.Rule},
		{"recipient with a command", func(l *auth.Message) { l.To = "person-one@example.org>\r\nRCPT TO:<person-two@example.org" }, errs.Rule},
		{"recipient with a space before", func(l *auth.Message) { l.To = " person-one@example.org" }, errs.Rule},
		{"endless recipient", func(l *auth.Message) { l.To = strings.Repeat("a", 300) + "@example.org" }, errs.Rule},
		{"no subject", func(l *auth.Message) { l.Subject = "" }, errs.Internal},
		{"subject of two lines", func(l *auth.Message) { l.Subject = "Hello\r\nBcc: person-two@example.org" }, errs.Internal},
		{"subject with a line feed only", func(l *auth.Message) { l.Subject = "Hello\nBcc: person-two@example.org" }, errs.Internal},
		{"subject with a line separator", func(l *auth.Message) { l.Subject = "Hello\u2028Bcc: person-two@example.org" }, errs.Internal},
		{"subject with a next-line character", func(l *auth.Message) { l.Subject = "Hello\u0085Bcc: person-two@example.org" }, errs.Internal},
		{"subject that is not UTF-8", func(l *auth.Message) { l.Subject = "Hello \xff" }, errs.Internal},
		{"subject with an encoded word", func(l *auth.Message) { l.Subject = "Hello =?UTF-8?q?=0D=0ABcc:?=" }, errs.Internal},
		{"endless subject", func(l *auth.Message) { l.Subject = strings.Repeat("x", 201) }, errs.Internal},
		{"text with a zero byte", func(l *auth.Message) { l.Text = "a\x00b" }, errs.Internal},
		{"text with a lone carriage return", func(l *auth.Message) { l.Text = "a\r.\rb" }, errs.Internal},
		{"endless text", func(l *auth.Message) { l.Text = strings.Repeat("x", 1<<20) }, errs.Internal},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := letter
			c.change(&l)
			if err := m.Send(t.Context(), l); err == nil || errs.KindOf(err) != c.kind {
				t.Errorf("error is %v", err)
			}
			if got := s.Messages(); len(got) != 0 {
				t.Errorf("the server has %v", got)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name, url, from string
		ok              bool
	}{
		{"port by default", "smtp://mail.example.org", "cohortium@example.org", true},
		{"everything", "smtps://user:pass%3Aword@mail.example.org:465", "The consortium <cohortium@example.org>", true},
		{"slash at the end", "smtp://mail.example.org:587/", "cohortium@example.org", true},
		{"no URL", "", "cohortium@example.org", false},
		{"no scheme", "mail.example.org:587", "cohortium@example.org", false},
		{"other scheme", "https://mail.example.org", "cohortium@example.org", false},
		{"no host", "smtp://:587", "cohortium@example.org", false},
		{"port out of range", "smtp://mail.example.org:70000", "cohortium@example.org", false},
		{"port zero", "smtp://mail.example.org:0", "cohortium@example.org", false},
		{"user without password", "smtp://user@mail.example.org", "cohortium@example.org", false},
		{"password without user", "smtp://:pass%3Aword@mail.example.org", "cohortium@example.org", false},
		{"path", "smtp://user:pass%3Aword@mail.example.org/queue", "cohortium@example.org", false},
		{"query", "smtp://user:pass%3Aword@mail.example.org?tls=no", "cohortium@example.org", false},
		{"URL that cannot be parsed", "smtp://user:pass:word@mail.example.org:port", "cohortium@example.org", false},
		{"no sender", "smtp://mail.example.org", "", false},
		{"sender that is no address", "smtp://mail.example.org", "cohortium", false},
		{"sender of two lines", "smtp://mail.example.org", "cohortium@example.org\r\nBcc: person-two@example.org", false},
		{"two senders", "smtp://mail.example.org", "a@example.org, b@example.org", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := mail.New(mail.Options{URL: c.url, From: c.from})
			if c.ok {
				must(t, err)
				return
			}
			wantProblem(t, err, errs.Invalid, "mail_settings")
		})
	}
}

func TestManyAtOnce(t *testing.T) {
	s := start(t, mailtest.Options{})
	m := connect(t, here(s))
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := m.Send(t.Context(), letter); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got, err := s.Wait(t.Context(), 20)
	must(t, err)
	if len(got) != 20 {
		t.Errorf("the server has %d messages", len(got))
	}
}

func TestMessagesAsJSON(t *testing.T) {
	s := start(t, mailtest.Options{})
	m := connect(t, here(s))
	second := letter
	second.To = "person-two@example.org"
	must(t, m.Send(t.Context(), letter))
	must(t, m.Send(t.Context(), second))
	read := func(query string) (to []string) {
		answer, err := http.Get(s.MessagesURL() + query)
		must(t, err)
		defer answer.Body.Close()
		var list struct {
			Messages []mailtest.Message `json:"messages"`
		}
		must(t, json.NewDecoder(answer.Body).Decode(&list))
		for _, m := range list.Messages {
			to = append(to, m.To...)
		}
		return to
	}
	if diff := cmp.Diff([]string{letter.To, second.To}, read("")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{second.To}, read("?to=person-two@example.org")); diff != "" {
		t.Error(diff)
	}
	r, err := http.NewRequest(http.MethodDelete, s.MessagesURL(), nil)
	must(t, err)
	answer, err := http.DefaultClient.Do(r)
	must(t, err)
	answer.Body.Close()
	if got := read(""); got != nil {
		t.Errorf("the server still has messages to %v", got)
	}
}
