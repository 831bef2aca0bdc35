package oidctest

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"

	"github.com/zitadel/oidc/v3/example/server/storage"
)

// loginPath is where the library redirects the browser; it adds the id of the request.
const loginPath = "/login/username"

const requestID = "authRequestID"

// loginForm asks for name and password.
type loginForm struct {
	storage *storage.Storage
	next    func(context.Context, string) string
}

var formPage = template.Must(template.New("login").Parse(`<!DOCTYPE html>
<html lang="en">
<title>Test provider</title>
<h1>Test provider</h1>
<p role="alert">{{.Problem}}</p>
<form method="post">
<label>User name <input name="username" autocomplete="off"></label>
<label>Password <input name="password" type="password" autocomplete="off"></label>
<button>Continue</button>
</form>
</html>
`))

func (f *loginForm) show(w http.ResponseWriter, _ *http.Request) { render(w, "") }

func render(w http.ResponseWriter, problem string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := formPage.Execute(w, map[string]string{"Problem": problem}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (f *loginForm) check(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get(requestID)
	if err := f.storage.CheckUsernamePassword(r.PostFormValue("username"), r.PostFormValue("password"), id); err != nil {
		render(w, err.Error())
		return
	}
	http.Redirect(w, r, f.next(r.Context(), id), http.StatusFound)
}

// SignIn acts as a browser and a person at the provider: it opens the address, fills in the form,
// and returns the address to which the provider redirects the browser, which contains the code and
// the state or an error.
func (p *Provider) SignIn(ctx context.Context, address, userName, password string) (*url.URL, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	browser := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if !strings.HasPrefix(r.URL.String(), p.issuer+"/") {
			return http.ErrUseLastResponse // back at the client
		}
		return nil
	}}
	form, back, err := visit(ctx, browser, http.MethodGet, address, nil)
	if err != nil || back != nil {
		return back, err // redirected when the provider rejects the request itself
	}
	if form.Path != loginPath {
		return nil, fmt.Errorf("oidctest: %s shows no form", address)
	}
	_, back, err = visit(ctx, browser, http.MethodPost, form.String(), url.Values{"username": {userName}, "password": {password}})
	if err == nil && back == nil {
		err = errors.New("oidctest: the provider does not accept name and password")
	}
	return back, err
}

// visit returns the address of the final page, and the one to which the provider redirects the
// browser back, nil when it does not.
func visit(ctx context.Context, browser *http.Client, method, address string, form url.Values) (at, back *url.URL, err error) {
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := browser.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	back, err = answer.Location()
	if errors.Is(err, http.ErrNoLocation) {
		err = nil
	}
	return answer.Request.URL, back, err
}
