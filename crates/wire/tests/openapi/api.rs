//! A builder of the `OpenAPI` document: one call a route.

use serde_json::Value;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, ComponentsBuilder, Object, ObjectBuilder, Type};
use utoipa::openapi::{
    Content, InfoBuilder, License, OpenApi, OpenApiBuilder, PathsBuilder, Ref, RefOr, Required,
    ResponseBuilder, Schema, Server,
};
use utoipa::{PartialSchema, ToSchema};
use wire::http::Problem;

/// The routes described so far, and the schemas of what they take and answer.
pub(crate) struct Api {
    routes: Vec<(&'static str, HttpMethod, Operation)>,
    schemas: Vec<(String, RefOr<Schema>)>,
}

/// A route that is being described.
pub(crate) struct Route<'a> {
    api: &'a mut Api,
}

/// A type that stands in a body.
pub(crate) trait Payload {
    /// Its schema, where it is used.
    fn reference() -> RefOr<Schema>;
    /// Its own schema and those of its parts.
    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>);
}

/// A named type.
pub(crate) struct Named<T>(std::marker::PhantomData<T>);
/// A list of a named type.
pub(crate) struct ListOf<T>(std::marker::PhantomData<T>);
/// JSON that the server does not look into.
pub(crate) struct AnyObject;

impl<T: ToSchema> Payload for Named<T> {
    fn reference() -> RefOr<Schema> {
        Ref::from_schema_name(T::name()).into()
    }

    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
}

impl<T: ToSchema> Payload for ListOf<T> {
    fn reference() -> RefOr<Schema> {
        ArrayBuilder::new().items(Named::<T>::reference()).into()
    }

    fn add_schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Named::<T>::add_schemas(schemas);
    }
}

impl Payload for AnyObject {
    fn reference() -> RefOr<Schema> {
        Object::with_type(Type::Object).into()
    }

    fn add_schemas(_: &mut Vec<(String, RefOr<Schema>)>) {}
}

impl Api {
    pub(crate) fn new() -> Self {
        let mut schemas = Vec::new();
        Named::<Problem>::add_schemas(&mut schemas);
        Self { routes: Vec::new(), schemas }
    }

    pub(crate) fn get(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Get, path, id, summary)
    }

    pub(crate) fn post(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Post, path, id, summary)
    }

    pub(crate) fn put(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Put, path, id, summary)
    }

    pub(crate) fn delete(&mut self, path: &'static str, id: &str, summary: &str) -> Route<'_> {
        self.route(HttpMethod::Delete, path, id, summary)
    }

    fn route(
        &mut self,
        method: HttpMethod,
        path: &'static str,
        id: &str,
        summary: &str,
    ) -> Route<'_> {
        let problem = ResponseBuilder::new()
            .description("The request was not carried out.")
            .content("application/json", Content::new(Some(Named::<Problem>::reference())));
        let operation = OperationBuilder::new()
            .operation_id(Some(id))
            .summary(Some(summary))
            .response("default", problem)
            .build();
        self.routes.push((path, method, operation));
        Route { api: self }
    }

    /// The document of all routes.
    pub(crate) fn document(self) -> OpenApi {
        let license = License::new("MIT OR Apache-2.0");
        let info = InfoBuilder::new()
            .title("Damier")
            .version(wire::PROTOCOL.to_string())
            .description(Some(
                "The HTTP interface. The messages of the sockets are in docs/protocol.md.",
            ))
            .license(Some(license));
        let mut paths = PathsBuilder::new();
        for (path, method, operation) in self.routes {
            paths = paths.path(path, utoipa::openapi::PathItem::new(method, operation));
        }
        let components = ComponentsBuilder::new().schemas_from_iter(self.schemas).build();
        OpenApiBuilder::new()
            .info(info)
            .servers(Some([Server::new("http://127.0.0.1:4747")]))
            .paths(paths)
            .components(Some(components))
            .build()
    }
}

impl Route<'_> {
    fn operation(&mut self) -> &mut Operation {
        &mut self.api.routes.last_mut().expect("a route that has begun").2
    }

    /// A part of the path. The example may be empty: then whoever tries the route knows one.
    pub(crate) fn path(self, name: &str, about: &str, example: &str) -> Self {
        let schema = Object::with_type(Type::String);
        self.parameter(ParameterIn::Path, name, about, example, schema.into())
    }

    /// An optional parameter of the query.
    pub(crate) fn query<T: PartialSchema>(self, name: &str, about: &str, example: &str) -> Self {
        self.parameter(ParameterIn::Query, name, about, example, T::schema())
    }

    fn parameter(
        mut self,
        place: ParameterIn,
        name: &str,
        about: &str,
        example: &str,
        schema: RefOr<Schema>,
    ) -> Self {
        let required = if place == ParameterIn::Path { Required::True } else { Required::False };
        let example = (!example.is_empty()).then(|| Value::from(example));
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(place)
            .required(required)
            .description(Some(about))
            .schema(Some(schema))
            .example(example)
            .build();
        self.operation().parameters.get_or_insert_default().push(parameter.into());
        self
    }

    /// The body of the request, in JSON.
    pub(crate) fn takes<T: Payload>(mut self, example: Value) -> Self {
        T::add_schemas(&mut self.api.schemas);
        let mut content = Content::new(Some(T::reference()));
        content.example = Some(example);
        let body = RequestBodyBuilder::new().content("application/json", content);
        self.operation().request_body = Some(body.required(Some(Required::True)).build().into());
        self
    }

    /// The body of the request, as text.
    pub(crate) fn takes_text(mut self, example: &str) -> Self {
        let mut content = Content::new(Some(Object::with_type(Type::String)));
        content.example = Some(Value::from(example));
        let body = RequestBodyBuilder::new().content("text/plain", content);
        self.operation().request_body = Some(body.required(Some(Required::True)).build().into());
        self
    }

    /// The answer, in JSON.
    pub(crate) fn answers<T: Payload>(self) -> Self {
        T::add_schemas(&mut self.api.schemas);
        self.respond("200", "Done.", Some(("application/json", T::reference())))
    }

    /// The answer, as a text of that type.
    pub(crate) fn answers_text(self, content_type: &str, about: &str) -> Self {
        let schema = ObjectBuilder::new().schema_type(Type::String).build();
        self.respond("200", about, Some((content_type, schema.into())))
    }

    /// An answer without a body.
    pub(crate) fn answers_nothing(self) -> Self {
        self.respond("204", "Done.", None)
    }

    /// The route becomes a WebSocket.
    pub(crate) fn upgrades(self) -> Self {
        let about = "From here on a WebSocket; docs/protocol.md has its messages.";
        self.respond("101", about, None)
    }

    fn respond(
        mut self,
        status: &str,
        about: &str,
        content: Option<(&str, RefOr<Schema>)>,
    ) -> Self {
        let responses = &mut self.operation().responses.responses;
        let mut response = match responses.remove(status) {
            Some(RefOr::T(response)) => response,
            _ => ResponseBuilder::new().description(about).build(),
        };
        if let Some((content_type, schema)) = content {
            response.content.insert(content_type.to_owned(), Content::new(Some(schema)).into());
        }
        responses.insert(status.to_owned(), response.into());
        self
    }
}
