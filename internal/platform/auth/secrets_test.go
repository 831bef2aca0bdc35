package auth_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/platform/auth"
)

// SEC-2, SEC-51: a credential is neither in the trail nor in the log nor in an error, and nowhere
// in the database in plain text.
func TestSecretsStayWithTheirOwners(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	file := filepath.Join(t.TempDir(), "accounts.db")
	db := storetest.Open(t, "sqlite://"+file)
	o, p := abroad(t, func(d *auth.Deps) {
		d.Log, d.Store = slog.New(slog.NewTextHandler(&log, nil)), db.Accounts()
	})
	o.db, o.store = db, db.Accounts()
	o.account(t, "jane", "uploader")
	cookie, id := o.session(t, "jane")
	factor, codes, renewed, id := o.enrol(t, id)
	api, _, err := o.CreateToken(t.Context(), id, auth.NewToken{Name: "x", Scopes: auth.Scopes(), Current: password})
	must(t, err)
	changed, id, err := o.ChangePassword(t.Context(), id, newPassword, password)
	must(t, err)
	state, binding := o.begin(t, auth.ProviderStart{Purpose: auth.PurposeLink, Identity: id})
	secrets := append([]string{cookie, renewed, changed, api, password, newPassword, state, binding, p.begun[0].Nonce, p.begun[0].Verifier}, codes...)
	for _, wrong := range []auth.SignIn{{UserName: "jane", Password: "my wrong guess"}, {UserName: "jane", Password: newPassword, Code: codes[0] + "X"}} {
		_, _, err := o.SignIn(t.Context(), wrong)
		secrets = append(secrets, wrong.Password, wrong.Code)
		o.wantNone(t, "an error", err.Error(), secrets)
	}
	o.seen = 0
	trail, err := json.Marshal(o.newEvents(t))
	must(t, err)
	o.wantNone(t, "the trail", string(trail), append(secrets, factor))
	o.wantNone(t, "the log", log.String(), append(secrets, factor))
	var content []byte
	for _, name := range []string{file, file + "-wal"} {
		part, err := os.ReadFile(name)
		must(t, err)
		content = append(content, part...)
	}
	if !bytes.Contains(content, []byte(factor)) { // the one that may; see docs/decisions/0010-second-factor.md
		t.Error("the file does not hold the tables")
	}
	o.wantNone(t, "the database", string(content), secrets)
}

func (o *office) wantNone(t *testing.T, where, text string, secrets []string) {
	t.Helper()
	for _, secret := range secrets {
		for _, form := range []string{secret, strings.ReplaceAll(secret, "-", "")} {
			if form != "" && strings.Contains(text, form) {
				t.Errorf("%s holds %q", where, form)
			}
		}
	}
}
