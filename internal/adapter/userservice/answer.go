package userservice

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// maxAnswer is how many bytes of an answer are read; a longer one is invalid.
const maxAnswer = 1 << 20

// answer is the response of the service.
type answer struct {
	call   string
	status int
	body   []byte
}

// read reads an answer. It must be JSON, except where the status is enough.
func read(call string, said *http.Response) (*answer, error) {
	a := &answer{call: call, status: said.StatusCode}
	var err error
	if a.body, err = io.ReadAll(http.MaxBytesReader(nil, said.Body, maxAnswer)); err != nil {
		return nil, unavailable(fmt.Errorf("%s: %w", call, err))
	}
	if a.status == http.StatusUnauthorized || a.status == http.StatusForbidden {
		return a, nil
	}
	media, _, _ := mime.ParseMediaType(said.Header.Get("Content-Type"))
	if media != "application/json" || !json.Valid(a.body) {
		return nil, unavailable(fmt.Errorf("%s: status %d with %.100q, which is not JSON", call, said.StatusCode, media))
	}
	return a, nil
}

// cause returns the description of an answer for the log, without its body, which may contain user
// input.
func (a *answer) cause() error { return fmt.Errorf("%s: status %d", a.call, a.status) }

// account is an account in the format of the service. Only id and username are required.
type account struct {
	ID          identifier `json:"id"`
	UserName    string     `json:"username"`
	Email       string     `json:"email"`
	FirstName   string     `json:"first_name"`
	LastName    string     `json:"last_name"`
	Roles       []name     `json:"roles"`
	Permissions []name     `json:"permissions"`
	Groups      []name     `json:"groups"`
	IsActive    *bool      `json:"is_active"`
	JoinedAt    moment     `json:"date_joined"`
}

// identifier is a whole number or a text; null is missing.
type identifier string

// UnmarshalJSON implements json.Unmarshaler.
func (id *identifier) UnmarshalJSON(data []byte) error {
	var number *int64
	if err := json.Unmarshal(data, &number); err == nil {
		if number != nil {
			*id = identifier(fmt.Sprint(*number))
		}
		return nil
	}
	return json.Unmarshal(data, (*string)(id))
}

// name is a text or an object with the text in its field name.
type name string

// UnmarshalJSON implements json.Unmarshaler.
func (n *name) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*string)(n)); err == nil {
		return nil
	}
	var object struct {
		Name *string `json:"name"`
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	if object.Name == nil {
		return errors.New("an object without name")
	}
	*n = name(*object.Name)
	return nil
}

// moment is a time in RFC 3339, with zone or without (UTC then); null and "" are missing.
type moment time.Time

// UnmarshalJSON implements json.Unmarshaler.
func (m *moment) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil || text == "" {
		return err
	}
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
		if at, err := time.Parse(form, text); err == nil {
			*m = moment(at.UTC())
			return nil
		}
	}
	return fmt.Errorf("%.40q is no time", text)
}

// user reads {"user": {…}}.
func (a *answer) user() (*auth.DirectoryUser, error) {
	var said struct {
		User *account `json:"user"`
	}
	if err := json.Unmarshal(a.body, &said); err != nil {
		return nil, fmt.Errorf("%s: %w", a.call, err)
	}
	if said.User == nil {
		return nil, fmt.Errorf("%s: there is no user in it", a.call)
	}
	return said.User.directoryUser()
}

// users reads {"users": [{…}]}.
func (a *answer) users() ([]auth.DirectoryUser, error) {
	var said struct {
		Users *[]account `json:"users"`
	}
	if err := json.Unmarshal(a.body, &said); err != nil {
		return nil, fmt.Errorf("%s: %w", a.call, err)
	}
	if said.Users == nil {
		return nil, fmt.Errorf("%s: there are no users in it", a.call)
	}
	list := make([]auth.DirectoryUser, 0, len(*said.Users))
	for _, one := range *said.Users {
		u, err := one.directoryUser()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.call, err)
		}
		list = append(list, *u)
	}
	return list, nil
}

// directoryUser checks an account. One without the field active is active: the service omits it for
// accounts that it admits.
func (a *account) directoryUser() (*auth.DirectoryUser, error) {
	if a.ID == "" || a.UserName == "" {
		return nil, errors.New("an account without id or user name")
	}
	u := &auth.DirectoryUser{
		ID: string(a.ID), UserName: a.UserName, Email: a.Email, FirstName: a.FirstName, LastName: a.LastName,
		Roles: texts(a.Roles), Permissions: texts(a.Permissions), Groups: texts(a.Groups),
		IsActive: a.IsActive == nil || *a.IsActive, JoinedAt: time.Time(a.JoinedAt),
	}
	words := slices.Concat([]string{u.ID, u.UserName, u.Email, u.FirstName, u.LastName}, u.Roles, u.Permissions, u.Groups)
	if slices.ContainsFunc(words, func(w string) bool {
		return utf8.RuneCountInString(w) > 320 || strings.ContainsFunc(w, unicode.IsControl)
	}) {
		return nil, errors.New("an account with control characters or over 320 characters in a field")
	}
	return u, nil
}

func texts(names []name) []string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		if n != "" {
			out = append(out, string(n))
		}
	}
	return out
}

// refusal reads why an account was not created: {"error": text}, {"detail": text}, or {field:
// [texts]}.
func (a *answer) refusal() error {
	var said map[string]json.RawMessage
	if err := json.Unmarshal(a.body, &said); err != nil || len(said) == 0 {
		return unavailable(a.cause())
	}
	var fields []errs.Field
	for _, field := range slices.Sorted(maps.Keys(said)) {
		words := sentence(said[field])
		if formField(field) == "user_name" && strings.Contains(strings.ToLower(words), "already exists") {
			return errs.New(errs.Conflict, "user_exists", "An account with this user name exists already.").Because(a.cause())
		}
		if words != "" {
			fields = append(fields, errs.Field{Field: formField(field), Message: words})
		}
	}
	switch {
	case a.status == http.StatusConflict:
		return errs.New(errs.Conflict, "user_exists", "An account with this user name exists already.").Because(a.cause())
	case len(fields) == 0:
		return unavailable(a.cause())
	}
	return errs.New(errs.Rule, "rule", "The user service refuses this account: %s", fields[0].Message).WithFields(fields...).Because(a.cause())
}

// formField maps a field of the service to the field of the form.
func formField(theirs string) string {
	switch theirs {
	case "password", "first_name", "last_name", "email":
		return theirs
	}
	return "user_name"
}

// sentence converts a text or a list of texts to plain text of at most 300 characters on one line.
func sentence(raw json.RawMessage) string {
	var words []string
	var one string
	if json.Unmarshal(raw, &one) == nil {
		words = []string{one}
	} else if json.Unmarshal(raw, &words) != nil {
		return ""
	}
	text := strings.Join(strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if cut := []rune(text); len(cut) > 300 {
		return string(cut[:300]) + "…"
	}
	return text
}
