package web

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

// A browser hears of the files of its page with the shell: of the page whose name it
// is before one that takes any, and behind a door only who may have been let in.
func TestPreloads(t *testing.T) {
	files := built(t)
	files["index.html"].Data = []byte(strings.Replace(testShell, "<html>", "<html><head></head>", 1))
	files["preloads.json"] = &fstest.MapFile{Data: []byte(`[
		{"path":"/hermes/ma/$id","behind_door":true,"files":["assets/one.js"]},
		{"path":"/hermes/ma/new","behind_door":true,"files":["assets/new.css","assets/new.js"]},
		{"path":"/p/datasets/$id","behind_door":false,"files":["assets/public.js"]}]`)}
	h, err := Handler(Options{Files: files, Nonce: func(*http.Request) string { return "n-1" }})
	if err != nil {
		t.Fatal(err)
	}
	const script = `<link rel="modulepreload" crossorigin href="/assets/%.js" nonce="n-1">` + "\n"
	const style = `<link rel="preload" as="style" crossorigin href="/assets/%.css">` + "\n"
	of := func(tag, name string) string { return strings.Replace(tag, "%", name, 1) }
	for _, c := range []struct{ path, cookie, want string }{
		{"/hermes/ma/7", "s=1", of(script, "one")},
		{"/hermes/ma/7", "", ""},
		{"/hermes/ma/new", "s=1", of(style, "new") + of(script, "new")},
		{"/hermes/ma/new/", "s=1", of(style, "new") + of(script, "new")},
		{"/hermes/ma", "s=1", ""},
		{"/hermes/ma/7/8", "s=1", ""},
		{"/p/datasets/7", "", of(script, "public")},
		{"/", "s=1", ""},
	} {
		header := []string{}
		if c.cookie != "" {
			header = append(header, "Cookie", c.cookie)
		}
		text := body(t, get(t, h, c.path, header...))
		if !strings.Contains(text, "<head>"+c.want+"</head>") {
			t.Errorf("%s with cookie %q: %s", c.path, c.cookie, text)
		}
	}
	files["preloads.json"] = &fstest.MapFile{Data: []byte(`{`)}
	if _, err := Handler(Options{Files: files}); err == nil {
		t.Error("a list that cannot be read is not told")
	}
}
